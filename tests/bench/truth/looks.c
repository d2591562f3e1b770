/*
 * looks.c - see looks.h: reads what samplers left and finds out which function each look is of.
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

/* Adds the looks of one process. */
static bool add_looks(const struct looks_header *header, Dwarf *dwarf, struct looks_sum *sum)
{
    size_t count = header->count < LOOKS_MOST ? header->count : LOOKS_MOST, size = count * sizeof(struct look);
    struct look *looks = arena_alloc(sum->all.arena, size);
    if (!looks)
        return false;
    memcpy(looks, header + 1, size);
    qsort(looks, count, sizeof *looks, compare);
    struct function function = {0};
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || compare(&looks[i - 1], &looks[i]) != 0)
            found = looks[i].address && find_function(dwarf, looks[i].address - looks[i].caller, &function);
        bool in_runtime = looks[i].place == LOOK_PROBE || (found && is_probe(function.name));
        sum->runtime += in_runtime;
        sum->nowhere += !in_runtime && !found;
        if (in_runtime || !found)
            continue;
        sum->probes += function.probe;
        if (!shares_add(&sum->all, function.name, function.file, 1) ||
            (looks[i].place == LOOK_OWN && !shares_add(&sum->own, function.name, function.file, 1)))
            return false;
    }
    sum->waiting += (double)header->waiting;
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

bool looks_read(struct looks_sum *sum, const char *prefix, struct error *error)
{
    glob_t paths = {0};
    char *pattern = arena_printf(sum->all.arena, "%s.*", prefix);
    bool ok = false;
    Dwarf *dwarf = NULL;
    int binary = -1;
    if (!pattern || glob(pattern, 0, NULL, &paths) != 0) {
        globfree(&paths);
        return error_set(error, ERROR_USAGE,
                         "the sampler left nothing: the command runs no program that libraries "
                         "can be preloaded into (a static one, or one of another user)");
    }
    struct looks_header **headers = arena_array(sum->all.arena, paths.gl_pathc, sizeof(void *));
    for (size_t i = 0; headers && i < paths.gl_pathc; i++)
        headers[i] = map_looks(paths.gl_pathv[i]);
    const struct looks_header *most = headers ? most_looked_at(headers, paths.gl_pathc) : NULL;
    if (!most) {
        error_set(error, ERROR_INTERNAL, "%s.*: no looks can be read", prefix);
        goto out;
    }
    sum->program = arena_copy(sum->all.arena, most->program, strlen(most->program));
    binary = open(most->program, O_RDONLY | O_CLOEXEC);
    dwarf = binary < 0 ? NULL : dwarf_begin(binary, DWARF_C_READ);
    if (most->count && !dwarf) {
        error_set(error, ERROR_USAGE, "%s has no debug information: build it with -g", most->program);
        goto out;
    }
    ok = true;
    for (size_t i = 0; ok && i < paths.gl_pathc; i++)
        if (headers[i] && !strcmp(headers[i]->program, most->program))
            ok = add_looks(headers[i], dwarf, sum);
    if (!ok)
        error_set(error, ERROR_INTERNAL, "no memory for the looks");
out:
    for (size_t i = 0; headers && i < paths.gl_pathc; i++)
        if (headers[i])
            munmap(headers[i], sizeof *headers[i] + LOOKS_MOST * sizeof(struct look));
    dwarf_end(dwarf);
    if (binary >= 0)
        close(binary);
    globfree(&paths);
    shares_sort(&sum->all);
    shares_sort(&sum->own);
    return ok;
}
