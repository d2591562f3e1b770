/* hooks_step.c - see hooks_step.h. */
#include "instrumenter/hooks/hooks_step.h"

#include "common/name.h"
#include "common/needed.h"
#include "instrumenter/driver/compiler.h"
#include "instrumenter/driver/file.h"
#include "instrumenter/driver/run.h"
#include "instrumenter/hooks/assembly.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ASSEMBLER, RUNTIME, OUTPUT, BUILD, FILTER, REASON, NO_LINES, ALL_PATHS, ORDERS };

static bool add_order(char **text, const char *order, struct arena *arena)
{
    if (order && strchr(order, '\n'))
        return false;
    *text = arena_printf(arena, "%s%s\n", *text, order ? order : "");
    return true;
}

bool hooks_step_prepare(const char *folder, const struct hooks_orders *orders, struct arena *arena, struct error *error)
{
    char self[PATH_MAX], reason[16], *text = arena_copy(arena, "", 0);
    const char *link = arena_printf(arena, "%s/as", folder), *path = arena_printf(arena, "%s/orders", folder);
    snprintf(reason, sizeof reason, "%d", (int)orders->reason);
    const char *const list[ORDERS] = {orders->assembler,
                                      orders->runtime,
                                      orders->output,
                                      orders->build,
                                      orders->filter,
                                      reason,
                                      orders->no_lines ? "1" : "0",
                                      orders->all_paths ? "1" : "0"};
    for (size_t i = 0; i < ORDERS; i++)
        if (!add_order(&text, list[i], arena))
            return error_set(error, ERROR_INTERNAL, "a name contains a newline");
    if (!realpath("/proc/self/exe", self) || symlink(self, link))
        return error_set(error, ERROR_INTERNAL, "can't make %s: %s", link, strerror(errno));
    return file_write(path, text, strlen(text), error);
}

const char *hooks_step_folder(const char *own, struct arena *arena)
{
    if (strcmp(name_base(own), "as") != 0 || name_base(own) == own)
        return NULL;
    return arena_copy(arena, own, (size_t)(name_base(own) - own - 1));
}

static bool read_orders(const char *folder, const char *list[ORDERS], struct arena *arena, struct error *error)
{
    const char *path = arena_printf(arena, "%s/orders", folder);
    size_t size;
    const char *text = file_read(path, &size, arena, error);
    char *rest = text ? arena_copy(arena, text, size) : NULL;
    for (size_t i = 0; i < ORDERS; i++)
        if (!(list[i] = strsep(&rest, "\n")))
            return error_set(error, ERROR_INTERNAL, "%s is damaged: it has no instructions for the assembler", folder);
    return true;
}

/* Returns the index of the text's name in argv; the end if it comes from standard input. */
static size_t find_input(char **argv)
{
    static const char *const WITH_VALUE[] = {"-o", "-I", "--MD", "--defsym", "--debug-prefix-map", "-march", "-mtune"};
    size_t found = 0, i = 1;
    for (; argv[i]; i++) {
        bool value = false;
        for (size_t k = 0; k < sizeof WITH_VALUE / sizeof *WITH_VALUE; k++)
            value |= !strcmp(argv[i], WITH_VALUE[k]);
        if (value && argv[i + 1])
            i++;
        else if (argv[i][0] != '-' || !argv[i][1] || !strcmp(argv[i], "--"))
            found = i;
    }
    return found ? found : i;
}

static const char *read_input(const char *name, struct arena *arena, struct error *error)
{
    size_t size = 0, room = 0;
    if (name && strcmp(name, "-") && strcmp(name, "--"))
        return file_read(name, &size, arena, error);
    char *text = NULL;
    for (ssize_t got = 1; got > 0; size += (size_t)got) {
        if (size + 2 > room) {
            size_t more = room ? room * 2 : 1 << 20;
            text = arena_grow(arena, text, room, more);
            room = more;
        }
        got = read(STDIN_FILENO, text + size, room - size - 1);
        if (got < 0)
            return error_set(error, ERROR_INTERNAL, "can't read the compiler's text"), NULL;
    }
    return text;
}

/* Writes the edited text to a file; NULL if the original has to do. */
static const char *edited_file(const char *folder, const char *const list[ORDERS], const char *input,
                               struct arena *arena, struct error *error)
{
    struct filter filter = {0};
    struct assembly_options options = {.runtime = *list[RUNTIME] ? list[RUNTIME] : "libinstr.so.1",
                                       .output = list[OUTPUT],
                                       .build = list[BUILD],
                                       .filter = *list[FILTER] ? &filter : NULL,
                                       .reason = (enum reason)atoi(list[REASON]),
                                       .no_lines = *list[NO_LINES] == '1',
                                       .all_paths = *list[ALL_PATHS] == '1'};
    if (options.filter && !filter_read(&filter, list[FILTER], arena, error))
        return NULL;
    size_t size;
    const char *text = read_input(input, arena, error);
    if (!text)
        return NULL;
    const char *edited = assembly_edit(text, &options, &size, arena);
    const char *path = arena_printf(arena, "%s/%ld.s", folder, (long)getpid());
    return file_write(path, edited, size, error) ? path : NULL;
}

/* Removes options by which the assembler would make line information of its own. */
static void leave_out_lines(char **words)
{
    char **to = words;
    for (; *words; words++)
        if (!name_starts(*words, "--gdwarf"))
            *to++ = *words;
    *to = NULL;
}

static struct {
    const char *assembler;
    char **argv;
} plain; /* what runs where we can't do our part */

static void become_plain(void)
{
    run_exec(plain.assembler, plain.argv, NULL);
}

bool hooks_step_exec(const char *folder, char **argv, struct arena *arena, struct error *error)
{
    const char *list[ORDERS];
    if (!read_orders(folder, list, arena, error))
        return false;
    const char *assembler = compiler_program(*list[ASSEMBLER] ? list[ASSEMBLER] : "as", arena);
    if (!assembler)
        return error_set(error, ERROR_INTERNAL, "the compiler's assembler '%s' was not found", list[ASSEMBLER]);
    size_t at = find_input(argv), count = at;
    bool again = argv[at] && strcmp(argv[at], "-"); /* it can be read once more */
    plain.assembler = assembler;
    plain.argv = argv;
    needed_instead(again ? become_plain : NULL);
    while (argv[count])
        count++;
    char **words = arena_array(arena, count + 2, sizeof *words);
    const char *path = edited_file(folder, list, argv[at], arena, error);
    if (!path)
        return again ? run_exec(assembler, argv, error) : false;
    memcpy(words, argv, count * sizeof *words);
    words[at] = (char *)path;
    words[0] = (char *)assembler;
    if (*list[NO_LINES] == '1')
        leave_out_lines(words);
    return run_exec(assembler, words, error);
}
