/* flat.c - see flat.h. */
#include "instrumenter/compile/flat.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A source on standard input is needed by several steps: give them a file in its place. */
static bool save_input(struct work *work, struct error *error)
{
    char bytes[16384];
    ssize_t count;
    int file = memfd_create("instr-input", MFD_CLOEXEC);
    if (file < 0)
        return error_set(error, ERROR_INTERNAL, "can't keep standard input: %s", strerror(errno));
    while ((count = read(STDIN_FILENO, bytes, sizeof bytes)) > 0)
        if (write(file, bytes, (size_t)count) != count)
            return error_set(error, ERROR_INTERNAL, "can't keep standard input: %s", strerror(errno));
    if (count < 0 || dup2(file, STDIN_FILENO) < 0)
        return error_set(error, ERROR_INTERNAL, "can't read standard input: %s", strerror(errno));
    close(file);
    work->has_input = true;
    return true;
}

/* Whether the unit is preprocessed well where its text goes nowhere. Then the folder has no room for it. */
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
              limited ? "there is no room, or ulimit -f is too small"
                      : "there is no room; TMPDIR names another folder");
    return true;
}

/* Writes the flat text of each unit. *status is not 0 when one of them can't be preprocessed. */
bool flat_make(struct work *work, int *status, struct error *error)
{
    const struct plan *plan = work->plan;
    *status = 0;
    for (size_t i = 0; i < plan->unit_count && !*status; i++) {
        const struct plan_unit *unit = &plan->units[i];
        char *folder = arena_printf(work->arena, "%s/%zu", work->folder, i);
        work->full = folder && mkdir(folder, 0700);
        if (!folder || work->full)
            return error_set(error, ERROR_INTERNAL, "can't make a folder in %s: %s", work->folder, strerror(errno));
        if (!strcmp(unit->source, "-") && !work->has_input && !save_input(work, error))
            return false;
        if (unit->flat) {
            work->flats[i] = strcmp(unit->source, "-") ? unit->source : "/proc/self/fd/0";
            continue;
        }
        work->flats[i] = arena_printf(work->arena, "%s/flat", folder);
        if (!work->flats[i])
            return error_set(error, ERROR_INTERNAL, "out of memory");
        long long start = log_clock();
        if (!work_step(work, plan_preprocess_argv(plan, i, work->flats[i], work->arena), true, status, error))
            return false;
        work->log->times.preprocess += log_clock() - start;
        if (*status && lacks_room(work, i, error))
            return false;
    }
    return true;
}
