/*
 * looks.c - truth-looks PREFIX: reads what samplers left in PREFIX.* and says which function each look is of. It prints
 *
 *     PROGRAM PROBES RUNTIME NOWHERE     looks that fell into probes in the program's text, the runtime, and no known function
 *     NAME FILE ALL OWN                  of a function, perhaps several times; OWN without what libraries did for it
 *
 * with tabs between, of all processes that ran the program; or `!` and what is wrong.
 *
 * The function is the innermost one by the debug information, inlined ones included, since instr counts those too.
 * Functions of system headers are nobody's: what was inlined of them belongs to the function around it, as in instr. So do
 * probes that are taken out of the code: the processor says that it stands at their nops while it waits for what is before them.
 */
#include "tests/bench/truth/looks.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_system(const char *file)
{
    return file && !strncmp(file, "/usr/", 5);
}

static bool find_unit(Dwarf *dwarf, uint64_t address, Dwarf_Die *unit)
{
    Dwarf_Off offset = 0, next;
    size_t size;
    if (dwarf_addrdie(dwarf, address, unit))
        return true;
    for (; dwarf_nextcu(dwarf, offset, &next, &size, NULL, NULL, NULL) == 0; offset = next)
        if (dwarf_offdie(dwarf, offset + size, unit) && dwarf_haspc(unit, address) > 0)
            return true;
    return false;
}

/* What instr-cc put in. */
static bool is_probe(const char *name)
{
    return !strncmp(name, "__instr_", 8);
}

struct function {
    const char *name, *file;
    bool probe; /* the program counter is in a probe of it */
};

/* The function that one of these, each in the next, are in; the last that is known where all are a system header's or probes. */
static bool function_around(Dwarf_Die *scopes, int count, struct function *function)
{
    bool found = false;
    function->probe = false;
    for (int i = 0; i < count; i++) {
        int tag = dwarf_tag(&scopes[i]);
        if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
            continue;
        const char *name = dwarf_diename(&scopes[i]), *file = dwarf_decl_file(&scopes[i]);
        if (!name)
            continue;
        function->name = name;
        function->file = file ? file : "";
        found = true;
        if (is_probe(name))
            function->probe = true;
        else if (!is_system(file))
            break;
    }
    return found;
}

/* False where there is no function. */
static bool find_function(Dwarf *dwarf, uint64_t address, struct function *function)
{
    Dwarf_Die unit, *at = NULL, *around = NULL;
    if (!dwarf || !find_unit(dwarf, address, &unit) || dwarf_getscopes(&unit, address, &at) <= 0)
        return false;
    /* Behind an inlined function these are where it was written, not where it came to. */
    int count = dwarf_getscopes_die(&at[0], &around);
    bool found = function_around(around, count, function);
    free(around);
    free(at);
    return found;
}

static int compare(const void *a, const void *b)
{
    const struct look *x = a, *y = b;
    uint64_t left = x->address - x->caller, right = y->address - y->caller;
    return (left > right) - (left < right);
}

struct sums {
    uint64_t probes, runtime, nowhere;
};

/* Adds the looks of one process. */
static bool add_looks(const struct looks_header *header, Dwarf *dwarf, struct sums *sums, FILE *out)
{
    size_t count = header->count < LOOKS_MOST ? header->count : LOOKS_MOST, size = count * sizeof(struct look);
    struct look *looks = malloc(size + 1);
    if (!looks)
        return false;
    memcpy(looks, header + 1, size);
    qsort(looks, count, sizeof *looks, compare);
    for (size_t i = 0, next; i < count; i = next) {
        struct function function = {0};
        bool found = looks[i].address && find_function(dwarf, looks[i].address - looks[i].caller, &function);
        unsigned all = 0, own = 0;
        for (next = i; next < count && compare(&looks[i], &looks[next]) == 0; next++) {
            bool in_runtime = looks[next].place == LOOK_PROBE || (found && is_probe(function.name));
            sums->runtime += in_runtime;
            sums->nowhere += !in_runtime && !found;
            sums->probes += !in_runtime && found && function.probe;
            all += !in_runtime && found;
            own += !in_runtime && found && looks[next].place == LOOK_OWN;
        }
        if (all)
            fprintf(out, "%s\t%s\t%u\t%u\n", function.name, function.file, all, own);
    }
    free(looks);
    return true;
}

static struct looks_header *map_looks(const char *path)
{
    struct looks_header *header = NULL;
    struct stat status;
    int in = open(path, O_RDONLY | O_CLOEXEC);
    size_t size = sizeof *header + LOOKS_MOST * sizeof(struct look);
    if (in >= 0 && fstat(in, &status) == 0 && (size_t)status.st_size == size)
        header = mmap(NULL, size, PROT_READ, MAP_PRIVATE, in, 0);
    if (in >= 0)
        close(in);
    if (!header || header == MAP_FAILED)
        return NULL;
    if (!memcmp(header->magic, LOOKS_MAGIC, sizeof header->magic))
        return header;
    munmap(header, size);
    return NULL;
}

/* A command may be a shell that runs the program: what was looked at most is what is meant. */
static const struct looks_header *most_looked_at(struct looks_header **headers, size_t count)
{
    const struct looks_header *most = NULL;
    for (size_t i = 0; i < count; i++)
        if (headers[i] && (!most || headers[i]->count > most->count))
            most = headers[i];
    return most;
}

static const char *read_looks(const char *prefix)
{
    char pattern[4096], *text = NULL;
    size_t size = 0;
    glob_t paths = {0};
    struct sums sums = {0};
    snprintf(pattern, sizeof pattern, "%s.*", prefix);
    if (glob(pattern, 0, NULL, &paths) != 0)
        return "the sampler left nothing: the command runs no program that libraries can be preloaded into (a static "
               "one, or one "
               "of another user)";
    struct looks_header **headers = calloc(paths.gl_pathc, sizeof *headers);
    for (size_t i = 0; headers && i < paths.gl_pathc; i++)
        headers[i] = map_looks(paths.gl_pathv[i]);
    const struct looks_header *most = headers ? most_looked_at(headers, paths.gl_pathc) : NULL;
    if (!most)
        return "no looks can be read";
    int binary = open(most->program, O_RDONLY | O_CLOEXEC);
    Dwarf *dwarf = binary < 0 ? NULL : dwarf_begin(binary, DWARF_C_READ);
    if (most->count && !dwarf)
        return "the program has no debug information: build it with -g";
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out && i < paths.gl_pathc; i++)
        if (headers[i] && !strcmp(headers[i]->program, most->program) && !add_looks(headers[i], dwarf, &sums, out))
            return "no memory for the looks";
    if (!out || fclose(out) != 0)
        return "no memory for the looks";
    printf("%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n%s", most->program, sums.probes, sums.runtime, sums.nowhere,
           text);
    return NULL;
}

int main(int count, char **words)
{
    const char *wrong = count == 2 ? read_looks(words[1]) : "usage: truth-looks PREFIX";
    if (wrong)
        printf("!%s\n", wrong);
    return 0;
}
