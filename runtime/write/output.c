/* output.c - see output.h. */
#include "runtime/write/output.h"

#include "common/writer.h"
#include "profile/e3sm.h"
#include "profile/profile.h"
#include "runtime/collect/collect.h"
#include "runtime/machine/big_stack.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/job_variables.h"
#include "runtime/machine/limits.h"
#include "runtime/machine/message.h"
#include "runtime/machine/process.h"
#include "runtime/machine/sandbox.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/beside/operations.h"
#include "runtime/measure/flow/fork.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/store/callbacks_up.h"
#include "runtime/measure/store/short_calls.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/observe/observer.h"
#include "runtime/write/output_folder.h"
#include "runtime/write/output_name.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool complained;
static uid_t user; /* effective, at the start */
static gid_t group;
static void (*ended)(void);
static void (*watch_before)(void), (*watch_written)(const char *path);
static struct lock writing = LOCK(LOCK_OUTPUT, NULL);
static bool held_back; /* the job's profile is being written, maybe under the name of this process's */

/* What this process wrote in the middle of its run. */
static struct {
    char path[PATH_MAX];
    struct stat status;
    int32_t pid;
} middle;

static const char *program_path(void)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    return store_text(length > 0 ? path : program_invocation_name);
}

/* Returns how many words follow the first one of the command. */
static unsigned count_arguments(void)
{
    char words[4096];
    unsigned count = 0;
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    for (ssize_t length; file >= 0 && (length = read(file, words, sizeof words)) > 0;)
        for (ssize_t i = 0; i < length; i++)
            count += !words[i];
    if (file >= 0)
        close(file);
    return count - (count > 0);
}

/* Returns the words of the command, as far as they fit, separated by spaces; or only the program's name and the number of arguments, because
 * an argument may be a password. */
static const char *command_line(void)
{
    char words[4096];
    if (!settings.arguments) {
        unsigned count = count_arguments();
        snprintf(words, sizeof words, "%s (%u argument%s)", program_invocation_short_name, count,
                 count == 1 ? "" : "s");
        return store_text(words);
    }
    size_t length = process_read(0, "cmdline", words, sizeof words);
    while (length && !words[length - 1])
        length--;
    words[length] = 0;
    for (size_t i = 0; i < length; i++)
        if (!words[i])
            words[i] = ' ';
    return store_text(words);
}

/* Returns whether a file was written after the process began, as far as is known: in whole seconds. */
static bool is_older(const struct stat *file)
{
    struct timespec now;
    uint64_t age;
    return process_age(&age) && clock_gettime(CLOCK_REALTIME, &now) == 0 &&
           ((int64_t)now.tv_sec * 1000000000 + now.tv_nsec - (int64_t)age) / 1000000000 <=
               (int64_t)file->st_mtim.tv_sec;
}

/* Returns whether a profile is that of a process with this one's number. */
static bool is_mine(const char *path, struct arena *arena)
{
    struct profile there;
    char pid[16];
    snprintf(pid, sizeof pid, "%ld", (long)store->pid);
    return profile_read(path, &there, arena, NULL) && strcmp(profile_meta(&there, "pid", ""), pid) == 0;
}

/* Checks the profile itself if it is short: reading it is faster than asking the system for the process's age. */
static bool is_of_image(const char *path, struct arena *arena)
{
    enum { SHORT = 64 << 10 };
    struct stat status;
    if (!path || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    bool mine = strstr(settings.output, "%p"), is_short = !mine && status.st_size <= SHORT;
    if (is_short && !is_mine(path, arena))
        return false;
    return is_older(&status) && (mine || is_short || is_mine(path, arena));
}

/* A file with this process's number, in its name or in it, that is not older than the process was written by the
 * program that called exec for this one; or by this one, where it gives another name behind a snapshot. */
static void count_images(void)
{
    struct arena arena = {0};
    while (store->image < 1000 && middle.pid != store->pid) {
        const char *path = output_path(false, &arena);
        const char *other =
            path && settings.usual ? output_folder_place(path, output_name_program(store), &arena) : NULL;
        if (!is_of_image(path, &arena) && !is_of_image(other, &arena))
            break;
        store->image++;
    }
    arena_free(&arena);
}

/* Divides a time into year, month, day, hour, minute and second in UTC. The C library's function would read the zone's file first, and its
 * allocations would move the program's heap blocks. */
static void divide_time(int64_t seconds, int32_t parts[6])
{
    enum { DAY = 86400, ERA = 146097, BEFORE_1970 = 719468 }; /* days of 400 years, and from 1 March of the year 0 */
    int64_t days = seconds / DAY + BEFORE_1970;
    int32_t second = (int32_t)(seconds % DAY), day = (int32_t)(days % ERA);
    int32_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365; /* leap days are at the ends of years */
    day -= 365 * year + year / 4 - year / 100;
    int32_t month = (5 * day + 2) / 153; /* five months from March have 153 days */
    memcpy(parts,
           (int32_t[]){(int32_t)(days / ERA * 400) + year + (month > 9), month + (month > 9 ? -9 : 3),
                       day - (153 * month + 2) / 5 + 1, second / 3600, second / 60 % 60, second % 60},
           6 * sizeof *parts);
}

/* Takes the time of the beginning. Local time is computed only if a name contains it, and now, because later it may be in a signal handler. */
static void take_time(void)
{
    int64_t now = time(NULL) - (int64_t)((clock_pair_now().ns - store->start.ns) / 1000000000u);
    int32_t *local = store->start_local;
    divide_time(now, local);
    snprintf(store->start_utc, sizeof store->start_utc, "%04d-%02d-%02dT%02d:%02d:%02dZ", local[0], local[1], local[2],
             local[3], local[4], local[5]);
    struct tm tm;
    if ((strchr(settings.output, '$') || strchr(settings.trace_output, '$')) && localtime_r(&(time_t){now}, &tm))
        memcpy(local, (int32_t[]){tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec},
               sizeof store->start_local);
}

void output_start(void (*after_last)(void))
{
    ended = after_last;
    char text[PATH_MAX];
    take_time();
    user = geteuid();
    group = getegid();
    store->program = program_path();
    store->command = command_line();
    store->host = store_text(gethostname(text, sizeof text) == 0 ? text : "");
    store->job = store_text(job_variables_name());
    store->directory = store_text(getcwd(text, sizeof text) ? text : "");
    count_images();
}

void output_watch(void (*before)(void), void (*written)(const char *path))
{
    watch_before = before;
    watch_written = written;
}

void output_tell_before(void)
{
    if (watch_before)
        watch_before();
}

void output_tell_written(const char *path)
{
    if (watch_written)
        watch_written(path);
}

void output_rename(void)
{
    memcpy(store->settings.output, settings.output, sizeof settings.output);
    take_time();
    count_images();
}

bool output_change(const struct settings *to)
{
    lock_take(&writing);
    bool may = !held_back;
    if (may && strcmp(to->output, settings.output) != 0) {
        memcpy(settings.output, to->output, sizeof to->output);
        settings.folder = store->settings.folder = to->folder;
        settings.usual = store->settings.usual = to->usual;
        output_rename();
    }
    if (may && strcmp(to->ranks, settings.ranks) != 0) {
        memcpy(settings.ranks, to->ranks, sizeof to->ranks);
        memcpy(store->settings.ranks, to->ranks, sizeof to->ranks);
    }
    lock_give(&writing);
    return may;
}

const char *output_path(bool job, struct arena *arena)
{
    return job ? output_name(store, settings.output, true, arena) : output_name_own(store, arena);
}

static char own_launch[24]; /* as long as this process has the name of its job's profile locked */

/* The mark that a name gets because another profile must not be replaced, or NULL. */
struct other {
    const char *mark;
    bool same_job; /* of other ranks, which did not meet these */
};

/* Finds a profile at `path` that must not be replaced. One of an earlier run may be replaced, unless another batch job ran that. */
static struct other find_other(const char *path, bool job, struct arena *arena)
{
    struct arena scratch = {0};
    struct profile there;
    struct stat status;
    struct other other = {.mark = NULL};
    uint64_t age = clock_pair_now().ns - store->start.ns;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if ((!*store->job && !(job && *own_launch)) || stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
        !profile_read(path, &there, &scratch, NULL)) {
        arena_free(&scratch);
        return other;
    }
    int64_t began = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec - (int64_t)age,
            written = (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
    const char *its_job = profile_meta(&there, "job", ""), *launch = profile_meta(&there, "launch", "");
    if (*store->job && *its_job && strcmp(its_job, store->job) != 0) {
        other.mark = store->job;
    } else if (job && *launch && *own_launch && written >= began) {
        other.same_job = strcmp(launch, own_launch) == 0;
        other.mark = arena_printf(arena, "%ld", (long)(other.same_job ? GET(store->rank) : store->pid));
    }
    arena_free(&scratch);
    return other;
}

/* Decides once for each name, because later output of this process replaces its own earlier output. */
static const char *apart(const char *path, bool job, struct arena *arena)
{
    static struct {
        int32_t pid;
        char path[PATH_MAX], mark[64];
    } known[2];
    if (strlen(path) >= sizeof known->path || writer_target(path) == WRITER_TO_STREAM)
        return path;
    if (known[job].pid != store->pid || strcmp(known[job].path, path) != 0) {
        struct other other = find_other(path, job, arena);
        snprintf(known[job].mark, sizeof known[job].mark, "%s", other.mark ? other.mark : "");
        snprintf(known[job].path, sizeof known[job].path, "%s", path);
        known[job].pid = store->pid;
        if (other.mark)
            message_say(
                "%s is %s, so this one has %s after its name; %s", path,
                other.same_job ? "of other ranks of this job, whose folder for temporary files is not this one's"
                               : "another job's profile",
                other.mark,
                other.same_job ? "'instr-report merge' makes one of them" : "%j in INSTR_OUTPUT keeps them apart");
    }
    return *known[job].mark ? output_name_marked(path, known[job].mark, arena) : path;
}

const char *output_target(bool job, struct arena *arena)
{
    const char *path = output_path(job, arena);
    if (path && settings.folder)
        output_folder_make(path);
    return path ? apart(path, job, arena) : NULL;
}

int output_lock(const char *launch, struct arena *arena)
{
    const char *path = output_path(true, arena);
    snprintf(own_launch, sizeof own_launch, "%s", launch);
    return path ? output_folder_lock(path) : -1;
}

void output_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}

/* Returns where this process writes its own profile. Found once, because later output replaces earlier output. */
static const char *own_path(struct arena *arena)
{
    static int32_t decided; /* by this process */
    static bool in_folder;
    const char *path = output_target(false, arena), *program = output_name_program(store);
    if (!path)
        return NULL;
    if (decided != store->pid) {
        in_folder = settings.usual && !__atomic_load_n(&store->roll, __ATOMIC_ACQUIRE) &&
                    output_folder_begun(path, program, arena);
        decided = store->pid;
    }
    return in_folder ? output_folder_place(path, program, arena) : path;
}

static void middle_set(const char *path)
{
    size_t length = strlen(path);
    middle.pid = 0;
    if (length < sizeof middle.path && stat(path, &middle.status) == 0 && S_ISREG(middle.status.st_mode)) {
        memcpy(middle.path, path, length + 1);
        middle.pid = store->pid;
    }
}

/* Removes a profile written earlier, since the job's profile includes it; but not another process's file, as if all ranks have one name. */
static void middle_remove(void)
{
    struct stat now;
    const struct stat *mine = &middle.status;
    if (middle.pid == store->pid && stat(middle.path, &now) == 0 && now.st_dev == mine->st_dev &&
        now.st_ino == mine->st_ino && now.st_mtim.tv_sec == mine->st_mtim.tv_sec &&
        now.st_mtim.tv_nsec == mine->st_mtim.tv_nsec)
        unlink(middle.path);
    middle.pid = 0;
}

/* Returns whether the process gave up rights, as daemons do. */
static bool is_confined(void)
{
    return geteuid() != user || getegid() != group || !store_has_root();
}

/* Reports an error, except in a process that gave up rights: its standard error may be a connection. */
static void complain(const struct error *error)
{
    const char *kept = store_path();
    if (complained || (*kept && is_confined()))
        return;
    complained = true;
    if (*kept && settings_log_output())
        message_say("the profile was not written: %s; the data is in %s, try instr-report recover", error->text, kept);
    else if (*kept)
        message_say("the profile was not written: %s; 'instr-report recover -o PROFILE %s' writes it elsewhere",
                    error->text, kept);
    else
        message_say("the profile is lost: %s", error->text);
}

/* Writes; a file beyond RLIMIT_FSIZE becomes an error here, and no signal to the program. */
static bool write_quietly(const struct profile *profile, const char *path, struct error *error)
{
    sigset_t size, before;
    struct limits_files files;
    limits_one_more_file(&files);
    struct timespec at_once = {0, 0};
    sigemptyset(&size);
    sigaddset(&size, SIGXFSZ);
    sigaddset(&size, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &size, &before);
    bool done = profile_write(profile, path, error);
    if (!done)
        while (sigtimedwait(&size, NULL, &at_once) > 0)
            continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    limits_restore(&files);
    return done;
}

static bool write_own(const char *path, struct clock_pair until)
{
    struct arena arena = {0};
    struct error error = {0};
    struct profile profile;
    bool log = settings_log_output();
    bool done = path && snapshot_take(until, &profile, &arena, &error) &&
                (log ? output_log(&profile, &arena) : write_quietly(&profile, path, &error));
    if (done && !log) {
        output_export(&profile, path, &arena);
        output_tell_written(path);
    } else if (!done) {
        error_set(&error, ERROR_INTERNAL, log ? "standard output can't be written" : "no memory");
        complain(&error);
    }
    arena_free(&arena);
    return done;
}

/* One writing, at the end of the process or before, by the thread with the lock; and whether it succeeded. */
struct occasion {
    struct clock_pair until;
    bool end, done;
};

static void write_now(void *argument)
{
    struct occasion *now = argument;
    struct arena arena = {0};
    /* A thread that writes now and then may come behind the last time. */
    bool elsewhere = output_in_job(store, clock_pair_now().ns) ||
                     ((held_back || store->written || settings_log_output()) && !now->end) || settings_no_output();
    /* In another root directory the name means another file. */
    const char *path = !elsewhere && (store_has_root() || !*store_path()) ? own_path(&arena) : NULL;
    if (now->end && !elsewhere)
        short_calls_close();
    now->done = elsewhere || write_own(path, now->until);
    if (now->done && !now->end && !elsewhere)
        middle_set(path);
    if (now->done && now->end) {
        store_remove(thread_is_alone);
        ended();
    }
    arena_free(&arena);
}

bool output_write(struct clock_pair until, bool end)
{
    FLOATS_OF_OUR_OWN;
    int saved = errno;
    if (sandbox_is_entered()) { /* the store stays, and who recovers it shall know when the process ended */
        if (steps.settle())
            store_note_now();
        return true;
    }
    fork_take_calls();
    /* A child that has measured nothing yet, or one of vfork, has only its parent's memory. A signal
     * handler that came while the runtime was busy can't wait for it: the store stays. */
    if (!store_is_own())
        return true;
    if (end)
        observer_end();
    if (thread_is_held())
        return false;
    if (end)
        operations_leave();
    output_tell_before();
    lock_take(&writing);
    struct occasion now = {.until = until, .end = end};
    big_stack_run(write_now, &now);
    lock_give(&writing);
    errno = saved;
    return now.done;
}

void output_hold_back(bool back)
{
    lock_take(&writing);
    held_back = back;
    lock_give(&writing);
}

void output_written(void)
{
    lock_take(&writing);
    store->job_ns = clock_pair_now().ns;
    operations_matched();
    middle_remove();
    lock_give(&writing);
}

void output_export(const struct profile *profile, const char *path, struct arena *arena)
{
    struct error error = {0};
    if (!path || !settings_export_e3sm() || store->forked)
        return;
    const char *slash = strrchr(path, '/');
    const char *prefix = arena_printf(arena, "%.*smodel_timing", slash ? (int)(slash + 1 - path) : 0, path);
    if (!prefix || !e3sm_write(profile, prefix, arena, &error))
        message_say("E3SM's files were not written: %s", prefix ? error.text : "no memory");
}
