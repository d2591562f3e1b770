/*
 * golden.c - the golden cases of the edit.
 *
 *     golden DIRECTORY           each NAME.i of it, edited, must give NAME.expected
 *     golden --bless DIRECTORY   writes NAME.expected; review the difference before committing it
 *     golden --edit DIRECTORY FOLDER [OPTION...]   writes the whole edited text of each NAME.i to FOLDER/NAME.i
 *
 * NAME.options, where it exists, holds options separated by white space: level=N, clang, freestanding,
 * unoptimized, records, and everything that begins with `-`, for libclang. The files that a text names are read
 * from the directory. An expected text has the functions first, one a line, then the messages, then the edited
 * text without the preamble's constant part; `= FROM-TO` stands for lines that are as in NAME.i.
 */
#include "common/arena.h"
#include "common/error.h"
#include "instrumenter/edit/preamble.h"
#include "instrumenter/edit/unit_edit.h"
#include "instrumenter/front/front.h"
#include "instrumenter/unit/text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FLAGS = 32 };

struct setup {
    struct unit_options options;
    enum unit_edit_mode mode;
    const char *flags[MAX_FLAGS + 1];
    size_t flag_count;
};

static char *read_file(const char *path, size_t *size, struct arena *arena)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *bytes = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        long end = ftell(file);
        rewind(file);
        bytes = arena_alloc(arena, (size_t)end + 1);
        *size = bytes ? fread(bytes, 1, (size_t)end, file) : 0;
    }
    fclose(file);
    return bytes;
}

static const char *directory;

static const char *read_source(const char *path, size_t *size, struct arena *arena, struct error *error)
{
    const char *full = arena_printf(arena, "%s/%s", directory, path);
    const char *bytes = full ? read_file(full, size, arena) : NULL;
    if (!bytes)
        error_set(error, ERROR_USAGE, "%s: can't be read", path);
    return bytes;
}

static void add_option(struct setup *setup, const char *word)
{
    if (strncmp(word, "level=", 6) == 0)
        setup->options.level = atoi(word + 6);
    else if (strcmp(word, "clang") == 0)
        setup->options.clang = true;
    else if (strcmp(word, "freestanding") == 0)
        setup->options.no_probes = REASON_FREESTANDING;
    else if (strcmp(word, "unoptimized") == 0)
        setup->options.unoptimized = true;
    else if (strcmp(word, "records") == 0)
        setup->mode = UNIT_EDIT_RECORDS;
    else if (setup->flag_count < MAX_FLAGS)
        setup->flags[setup->flag_count++] = word;
}

static bool edit(const char *path, struct setup *setup, struct unit *unit, const char **bytes, size_t *size,
                 struct arena *arena, struct error *error)
{
    size_t flat_size;
    char *flat = read_file(path, &flat_size, arena);
    if (!flat)
        return error_set(error, ERROR_USAGE, "%s: can't be read", path);
    const char *slash = strrchr(path, '/');
    setup->options.name = slash ? slash + 1 : path;
    setup->options.flags = setup->flags;
    if (!front_parse(&front_c, flat, flat_size, &setup->options, unit, arena, error))
        return false;
    *bytes = unit_edit(unit, &setup->options, setup->mode, size, arena);
    return true;
}

static size_t count_lines(const char *bytes, size_t size)
{
    size_t lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += bytes[i] == '\n';
    return lines;
}

static size_t line_length(const char *line, const char *end)
{
    const char *stop = memchr(line, '\n', (size_t)(end - line));
    return (size_t)(stop ? stop + 1 - line : end - line);
}

/* What the edit puts in lines of its own stands before the first line of the source. */
static void add_lines(struct text *out, const char *line, size_t size, const char *own, size_t own_size)
{
    size_t inserted = count_lines(line, size), owned = count_lines(own, own_size), number = 0, from = 0;
    const char *end = line + size, *own_end = own + own_size;
    for (inserted -= inserted < owned ? inserted : owned; line < end; line += line_length(line, end)) {
        size_t length = line_length(line, end), own_length = inserted ? 0 : line_length(own, own_end);
        bool same = own_length == length && memcmp(line, own, length) == 0;
        if (from && !same)
            text_printf(out, "= %zu-%zu\n", from, number);
        number += inserted == 0;
        inserted -= inserted != 0;
        from = !same ? 0 : from ? from : number;
        own += own_length;
        if (!same)
            text_add(out, line, length);
    }
    if (from)
        text_printf(out, "= %zu-%zu\n", from, number);
}

static void describe(struct text *out, const struct unit *unit, const char *bytes, size_t size, const char *own,
                     size_t own_size)
{
    for (size_t i = 0; i < unit->function_count; i++) {
        const struct unit_function *function = &unit->functions[i];
        text_printf(out, "%s %s:%u flags %u: %s%s%s\n", function->name, function->file, function->line, function->flags,
                    function->reason ? reason_word(function->reason) : "instrumented",
                    function->origin ? ", made by " : "", function->origin ? function->origin : "");
    }
    for (size_t i = 0; i < unit->message_count; i++) {
        const struct unit_message *message = &unit->messages[i];
        text_printf(out, "%s:%u:%u: %s\n", message->file, message->line, message->column, message->text);
    }
    /* The constant part runs from the preamble's marker, behind a first line of the source, to the end of its last function. */
    static const char mark[] = "# 1 \"<instr>\" 1 3\n";
    const char *start = memmem(bytes, size, mark, sizeof mark - 1);
    const char *last = start ? memmem(start, size - (size_t)(start - bytes), "int __instr_back(", 17) : NULL;
    const char *stop = last ? strstr(last, "\n}\n") : NULL;
    if (stop) {
        if ((size_t)(start - bytes) > own_size || memcmp(bytes, own, (size_t)(start - bytes)) != 0)
            text_add(out, bytes, (size_t)(start - bytes));
        text_string(out, "...\n");
        stop += 3;
        add_lines(out, stop, size - (size_t)(stop - bytes), own, own_size);
    } else {
        add_lines(out, bytes, size, own, own_size);
    }
}

static bool write_file(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool done = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && done;
}

/* The case as its options say, and then the words. */
static bool edit_case(const char *stem, struct setup *setup, char **words, struct unit *unit, const char **bytes,
                      size_t *size, struct arena *arena, struct error *error)
{
    size_t length;
    char *path = arena_printf(arena, "%s/%s.options", directory, stem);
    char *options = path ? read_file(path, &length, arena) : NULL;
    for (char *word = options ? strtok(options, " \n") : NULL; word; word = strtok(NULL, " \n"))
        add_option(setup, word);
    while (*words)
        add_option(setup, *words++);
    path = arena_printf(arena, "%s/%s.i", directory, stem); /* the unit keeps its name */
    return path && edit(path, setup, unit, bytes, size, arena, error);
}

static bool run_case(const char *stem, bool bless)
{
    struct arena arena = {0};
    struct error error = {0};
    struct setup setup = {.options = {.level = 1, .read = read_source}};
    struct unit unit;
    const char *bytes;
    size_t size, expected_size, own_size;
    char path[4096];
    struct text out = {.arena = &arena};
    snprintf(path, sizeof path, "%s/%s.i", directory, stem);
    const char *own = read_file(path, &own_size, &arena);
    if (own && edit_case(stem, &setup, (char *[]){NULL}, &unit, &bytes, &size, &arena, &error))
        describe(&out, &unit, bytes, size, own, own_size);
    else
        text_printf(&out, "error: %s\n", error.text);

    snprintf(path, sizeof path, "%s/%s.expected", directory, stem);
    char *expected = read_file(path, &expected_size, &arena);
    bool same = expected && expected_size == out.size && memcmp(expected, out.bytes, out.size) == 0;
    if (!same) {
        if (!bless)
            snprintf(path, sizeof path, "%s.actual", stem);
        printf("%s: %s\n", stem, bless ? "blessed" : "differs; the actual text is in STEM.actual");
        if (!write_file(path, out.bytes, out.size))
            perror(path);
    }
    arena_free(&arena);
    return same || bless;
}

/* Without the sources that the text names, as of a text that somebody else preprocessed. */
static bool write_edited(const char *stem, const char *folder, char **words)
{
    struct arena arena = {0};
    struct error error = {0};
    struct setup setup = {.options.level = 1};
    struct unit unit;
    const char *bytes;
    size_t size;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.i", folder, stem);
    bool good = edit_case(stem, &setup, words, &unit, &bytes, &size, &arena, &error);
    if (!good)
        fprintf(stderr, "%s: %s\n", stem, error.text);
    else if (!(good = write_file(path, bytes, size)))
        perror(path);
    arena_free(&arena);
    return good;
}

/* Runs the cases, or, where there is a folder, writes their edited texts to it. */
static int run_directory(bool bless, const char *folder, char **words)
{
    DIR *dir = opendir(directory);
    if (!dir) {
        perror(directory);
        return 2;
    }
    int cases = 0, failed = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".i") != 0)
            continue;
        *dot = '\0';
        cases++;
        failed += folder ? !write_edited(entry->d_name, folder, words) : !run_case(entry->d_name, bless);
    }
    closedir(dir);
    printf("%d cases, %d failed\n", cases, failed);
    return failed != 0 || cases == 0;
}

int main(int count, char **words)
{
    bool bless = count == 3 && strcmp(words[1], "--bless") == 0;
    if (count >= 4 && strcmp(words[1], "--edit") == 0) {
        directory = words[2];
        return run_directory(false, words[3], words + 4);
    }
    if (count == 2 || bless) {
        directory = words[count - 1];
        return run_directory(bless, NULL, NULL);
    }
    fprintf(stderr, "usage: golden [--bless] DIRECTORY | golden --edit DIRECTORY FOLDER [OPTION...]\n");
    return 2;
}
