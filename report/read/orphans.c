/* orphans.c - see orphans.h. */
#include "report/read/orphans.h"

#include "report/derive/runs.h"
#include "report/read/folder.h"
#include "report/show/progress.h"
#include "report/show/text.h"
#include "runtime/job/roll_files.h"
#include "runtime/write/recover.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool same_process(const struct profile *a, const struct profile *b)
{
    static const char *const keys[] = {"start", "command", "host", "pid", "image"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(profile_meta(a, keys[i], ""), profile_meta(b, keys[i], "")) != 0)
            return false;
    return true;
}

/* Returns whether it is /dev/null, or a link to it. */
static bool is_null(const char *path)
{
    struct stat status, null;
    return stat(path, &status) == 0 && S_ISCHR(status.st_mode) && stat("/dev/null", &null) == 0 &&
           status.st_rdev == null.st_rdev;
}

/* Returns where to write: the program's own place, unless another file is there. Output that the program would have discarded still is. */
static const char *free_place(const struct recovered *recovered, struct arena *arena)
{
    struct profile there;
    const char *path = recovered->output;
    if (access(path, F_OK) != 0 || is_null(path) ||
        (profile_read(path, &there, arena, NULL) && same_process(&there, &recovered->profile)))
        return path;
    return arena_printf(arena, "%s.%ld.recovered.instr", path, recovered->pid);
}

static int64_t clock_ns(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Gives the file the time of the process's end, so that a later run counts as newer. The system's file times are up to a clock tick late. */
static void date_back(const char *path, uint64_t end_ns)
{
    int64_t ago = clock_ns(CLOCK_MONOTONIC) - (int64_t)end_ns;
    if (ago <= 0)
        return; /* the machine was started anew since */
    struct timespec tick = {0};
    clock_getres(CLOCK_REALTIME_COARSE, &tick);
    int64_t end = clock_ns(CLOCK_REALTIME) - ago - tick.tv_nsec;
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT},
                                {.tv_sec = (time_t)(end / 1000000000), .tv_nsec = (long)(end % 1000000000)}};
    utimensat(AT_FDCWD, path, times, 0);
}

static bool remove_file(const char *file, struct error *error)
{
    return unlink(file) == 0 || errno == ENOENT ||
           error_set(error, ERROR_INTERNAL, "%s: no longer needed, but can't be removed: %s", file, strerror(errno));
}

/* Removes the store and the data shared by the job's ranks, which can't continue without a dead rank. */
static bool remove_store(const char *file, const struct recovered *recovered, struct error *error)
{
    if (*recovered->roll)
        roll_remove(recovered->roll, recovered->rank);
    return remove_file(file, error);
}

static void note_rank(const char *path, const char *job, int number, int ranks, struct orphans_found *found)
{
    struct orphans_rank *rank = arena_alloc(found->arena, sizeof *rank), **link = &found->ranks;
    while (*link && (*link)->rank > number)
        link = &(*link)->next;
    *rank = (struct orphans_rank){*link, arena_printf(found->arena, "%s", path), job, number, ranks};
    *link = rank;
}

static bool write_profile(const char *file, const struct recovered *recovered, const char *output, bool in_use,
                          FILE *stream, struct orphans_found *found, struct arena *arena, struct error *error)
{
    bool completed = false;
    const char *path = output ? output : free_place(recovered, arena);
    struct error why = {0};
    if (!profile_write(&recovered->profile, path, &why))
        return error_set(error, why.code,
                         output ? "%s: %s" : "%s: %s; 'instr-report recover -o PROFILE %s' writes it elsewhere", file,
                         why.text, file);
    if (!is_null(path))
        date_back(path, recovered->end_ns);
    if (!in_use && !recover_trace(recovered, &completed, error))
        return error_prefix(error, "%s", file);
    if (!in_use && !remove_store(file, recovered, error))
        return false;
    if (recovered->ranks > 1 && !is_null(path))
        note_rank(path, arena_printf(found->arena, "%s %s %s", recovered->roll, recovered->job, recovered->program),
                  recovered->rank, recovered->ranks, found);
    character_put(stream, path);
    fprintf(stream, ": profile of process %ld%s\n", recovered->pid, in_use ? ", which is still running" : "");
    if (completed) {
        character_put(stream, recovered->trace);
        fputs(": its trace, completed\n", stream);
    }
    return true;
}

static bool recover_claimed(const char *file, const char *output, FILE *stream, struct orphans_found *found,
                            struct arena *arena, struct error *error)
{
    struct recovered recovered;
    if (recover_is_blank(file)) {
        if (!remove_file(file, error))
            return false;
        character_put(stream, file);
        fputs(": removed; its process ended before it measured anything\n", stream);
        return true;
    }
    /* Asked before it is read: what a process writes that ends in between would be removed unread. */
    bool known = recover_look(file, &recovered, arena, NULL), in_use = known && recover_in_use(file, &recovered);
    if (!known || in_use || !recovered.written) {
        if (!recover_read(file, &recovered, arena, error))
            return false;
        if (in_use || output || !recovered.in_job)
            return write_profile(file, &recovered, output, in_use, stream, found, arena, error);
    }
    if (!remove_store(file, &recovered, error))
        return false;
    character_put(stream, file);
    fprintf(stream, ": removed; everything that process %ld measured is already in a profile\n", recovered.pid);
    return true;
}

bool orphan_recover(const char *file, const char *output, FILE *stream, struct orphans_found *found,
                    struct arena *arena, struct error *error)
{
    int claim = recover_claim(file);
    if (claim < 0 && errno == ENOENT && recover_is_name(file)) {
        character_put(stream, file);
        fputs(": gone; another instr-report has recovered it\n", stream);
        return true;
    }
    bool done = recover_claimed(file, output, stream, found, arena, error);
    if (claim >= 0)
        close(claim);
    return done;
}

static bool lies_in(const char *path, const char *directory)
{
    size_t length = strlen(directory);
    return strncmp(path, directory, length) == 0 && path[length] == '/' && !strchr(path + length + 1, '/');
}

static bool is_wanted(const struct recovered *recovered, const char *directory, enum orphans_of whose)
{
    return lies_in(recovered->output, directory) ||
           (whose != ORPHANS_INTO && (!strcmp(recovered->directory, directory) ||
                                      lies_in(recovered->program, directory) || recovered->same_job));
}

/* Returns whether `--all` may take the store: with INSTR_TMPDIR set only if it lies in that folder, because others are not this user's alone. */
static bool is_of_all(const char *file)
{
    const char *folder = getenv("INSTR_TMPDIR");
    return !folder || !*folder || lies_in(file, folder);
}

static void announce(const char *file, const struct recovered *recovered, FILE *stream)
{
    progress_hide();
    character_put(stream, file);
    fprintf(stream, ": recovering process %ld of ", recovered->pid);
    character_put(stream, recovered->program);
    putc('\n', stream);
    fflush(stream);
}

static void complain(struct error *error)
{
    progress_hide();
    fputs("instr-report: ", stderr);
    character_put(stderr, error_said(error));
    putc('\n', stderr);
}

static void note_unreadable(const char *file, struct orphans_found *found)
{
    if (!found->unreadable++)
        found->unreadable_one = arena_printf(found->arena, "%s", file);
}

/* Recovers a store, unless it is in use, of another machine, or not needed any more. */
static void recover_found(const char *file, const char *directory, enum orphans_of whose, FILE *stream,
                          struct orphans_found *found, struct arena *arena)
{
    struct recovered recovered;
    struct error error = {0};
    char host[256] = "";
    if (recover_is_blank(file) && remove_file(file, NULL))
        return;
    if (!recover_look(file, &recovered, arena, NULL)) {
        note_unreadable(file, found);
        return;
    }
    gethostname(host, sizeof host - 1);
    if (strcmp(host, recovered.host) != 0 || recover_in_use(file, &recovered))
        return;
    if (!is_wanted(&recovered, directory, whose) && (whose != ORPHANS_ALL || !is_of_all(file))) {
        found->others += is_of_all(file);
        return;
    }
    if (!recovered.written && !recover_read(file, &recovered, arena, NULL)) {
        note_unreadable(file, found);
        return;
    }
    if (recovered.written || recovered.in_job) {
        remove_store(file, &recovered, NULL);
        return;
    }
    announce(file, &recovered, stream);
    if (write_profile(file, &recovered, NULL, false, stream, found, arena, &error)) {
        found->recovered++;
        return;
    }
    found->failed++;
    complain(&error);
}

bool orphans_recover(const char *directory, enum orphans_of whose, FILE *stream, struct orphans_found *found,
                     struct arena *arena, struct error *error)
{
    const char **files;
    size_t count;
    *found = (struct orphans_found){.arena = arena};
    if (!recover_list(&files, &count, arena, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct arena each = {0};
        progress_show("reading data of killed processes", i, count);
        int claim = recover_claim(files[i]);
        if (claim >= 0 || errno != ENOENT)
            recover_found(files[i], directory, whose, stream, found, &each);
        if (claim >= 0)
            close(claim);
        arena_free(&each);
    }
    return true;
}

static bool has_rank(const struct orphans_found *found, const char *job, uint32_t number)
{
    const struct orphans_rank *rank = found->ranks;
    while (rank && (strcmp(rank->job, job) != 0 || (uint32_t)rank->rank != number))
        rank = rank->next;
    return rank;
}

/* Notes profiles that other ranks of the job wrote themselves in the same folder; of two files the newer one. */
static void note_beside(struct orphans_found *found, const struct orphans_rank *rank)
{
    struct profile profile;
    struct folder folder = {0};
    const char *slash = strrchr(rank->path, '/');
    const char *path = slash ? arena_printf(found->arena, "%.*s", (int)(slash - rank->path), rank->path) : ".";
    if (!folder_read(&folder, path, found->arena, NULL) || !profile_read(rank->path, &profile, found->arena, NULL))
        return;
    for (uint32_t i = 0; i < folder.count; i++) {
        struct arena each = {0};
        struct profile other;
        uint32_t number;
        if (profile_read(folder.entries[i].path, &other, &each, NULL) && runs_one_job(&profile, &other) &&
            !has_rank(found, rank->job, number = other.nodes[0].ranks.min_rank))
            note_rank(folder.entries[i].path, rank->job, (int)number, rank->ranks, found);
        arena_free(&each);
    }
}

/* Returns the paths of a job's profiles, each with a space before it, if they fit into a line or two. */
static const char *paths_of(const struct orphans_found *found, const char *job, unsigned *count)
{
    enum { NAMED = 4 };
    const char *paths = "";
    *count = 0;
    for (const struct orphans_rank *rank = found->ranks; rank; rank = rank->next)
        if (strcmp(rank->job, job) == 0 && (*count)++ < NAMED)
            paths = arena_printf(found->arena, " %s%s", rank->path, paths);
    return *count <= NAMED ? paths : " PROFILE...";
}

void orphans_propose(struct orphans_found *found, FILE *stream)
{
    for (const struct orphans_rank *rank = found->ranks; rank; rank = rank->next) {
        bool said = false;
        for (const struct orphans_rank *higher = found->ranks; higher != rank && !said; higher = higher->next)
            said = strcmp(higher->job, rank->job) == 0;
        unsigned count;
        if (said)
            continue;
        note_beside(found, rank);
        const char *paths = paths_of(found, rank->job, &count);
        fprintf(stream, "%u of the %d ranks of a job; 'instr-report merge -o job.instr", count, rank->ranks);
        character_put(stream, paths);
        fputs("' makes one profile of them\n", stream);
    }
}
