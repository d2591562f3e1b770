/* flat.c - see work.h. */
#include "instrumenter/compile/work.h"

#include "common/name.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Saves a descriptor's data in a file, because several steps need it. */
static bool save_input(int descriptor, struct error *error)
{
    char bytes[16384];
    ssize_t count;
    int file = memfd_create("instr-input", MFD_CLOEXEC);
    if (file < 0)
        return error_set(error, ERROR_INTERNAL, "can't copy the input from descriptor %d: %s", descriptor,
                         strerror(errno));
    while ((count = read(descriptor, bytes, sizeof bytes)) > 0)
        if (write(file, bytes, (size_t)count) != count)
            return error_set(error, ERROR_INTERNAL, "can't copy the input from descriptor %d: %s", descriptor,
                             strerror(errno));
    if (count < 0 || dup2(file, descriptor) < 0)
        return error_set(error, ERROR_INTERNAL, "can't read descriptor %d: %s", descriptor, strerror(errno));
    close(file);
    return true;
}

/* Returns the descriptor behind this name, as a shell writes <(...), or -1. */
static int descriptor_of(const char *name)
{
    static const char *const FOLDERS[] = {"/dev/fd/", "/proc/self/fd/"};
    int descriptor = strcmp(name, "/dev/stdin") ? -1 : STDIN_FILENO;
    for (size_t i = 0; i < sizeof FOLDERS / sizeof *FOLDERS; i++)
        if (name_starts(name, FOLDERS[i]))
            descriptor = atoi(name + strlen(FOLDERS[i]));
    return descriptor;
}

/* Saves a source, or an included file of the command, that is a pipe and can be read only once. */
static bool save_pipe(const char *name, struct error *error)
{
    struct stat status;
    if (stat(name, &status) || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) || S_ISCHR(status.st_mode))
        return true;
    int descriptor = descriptor_of(name);
    return descriptor >= 0 ? save_input(descriptor, error)
                           : error_set(error, ERROR_INTERNAL, "%s is a pipe, which can be read once only", name);
}

static bool save_inputs(struct work *work, struct error *error)
{
    const struct plan *plan = work->plan;
    for (size_t i = 0; i < plan->word_count; i++) {
        const struct plan_word *word = &plan->words[i];
        const char *name = word->option ? word->option->name : "";
        if (word->input && !strcmp(word->text, "-") && word->unit >= 0 && !work->has_input) {
            work->has_input = save_input(STDIN_FILENO, error);
            if (!work->has_input)
                return false;
        }
        const char *file = word->input    ? word->text
                           : word->value  ? word->value
                           : word->option ? option_joined(word->option, word->text)
                                          : NULL;
        if (file && (word->input || !strcmp(name, "-include") || !strcmp(name, "-imacros")) && !save_pipe(file, error))
            return false;
    }
    return true;
}

/* Returns whether preprocessing succeeds if its output is discarded: then the folder has no room for it. */
static bool lacks_room(struct work *work, size_t index, struct error *error)
{
    struct rlimit limit;
    int status;
    char **argv = plan_preprocess_argv(work->plan, index, "/dev/null", work->arena);
    if (!work_step(work, argv, true, &status, error))
        return true;
    if (status)
        return false;
    bool limited = getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    work->full = true;
    error_set(error, ERROR_INTERNAL, "the preprocessed text of %s can't be written to %s: %s",
              work->plan->units[index].source, work->folder,
              limited ? "the disk is full, or ulimit -f is too small"
                      : "the disk is full; set TMPDIR to another folder");
    return true;
}

/* Writes the flat text of each unit. *status is not 0 if one can't be preprocessed. */
bool flat_make(struct work *work, int *status, struct error *error)
{
    const struct plan *plan = work->plan;
    *status = 0;
    if (!save_inputs(work, error))
        return false;
    for (size_t i = 0; i < plan->unit_count && !*status; i++) {
        const struct plan_unit *unit = &plan->units[i];
        char *folder = arena_printf(work->arena, "%s/%zu", work->folder, i);
        work->full = mkdir(folder, 0700);
        if (work->full)
            return error_set(error, ERROR_INTERNAL, "can't make a folder in %s: %s", work->folder, strerror(errno));
        if (unit->flat) {
            work->flats[i] = strcmp(unit->source, "-") ? unit->source : "/proc/self/fd/0";
            continue;
        }
        work->flats[i] = arena_printf(work->arena, "%s/flat", folder);
        long long start = log_clock();
        if (!work_step(work, plan_preprocess_argv(plan, i, work->flats[i], work->arena), true, status, error))
            return false;
        work->log->times.preprocess += log_clock() - start;
        if (*status && lacks_room(work, i, error))
            return false;
    }
    return true;
}
