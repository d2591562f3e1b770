/*
 * roll.c - see roll.h.
 *
 * The first file has a byte for each rank. The second is its copy, with 1 for each that is in, made under another name and then linked: link()
 * refuses a name that exists, on network file systems too, so there is one copy. Its name holds the number of the first
 * file: one that an earlier job left is replaced, and nobody believes its copy.
 *
 * A rank that comes after the files were removed finds none, and knows that the others did not count on it. It may have
 * read the first before and link a copy after; so who has linked one looks once more whether the first is still there.
 */
#include "runtime/job/roll.h"

#include "runtime/job/launch.h"
#include "runtime/job/roll_files.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/job_variables.h"
#include "runtime/machine/limits.h"
#include "runtime/machine/message.h"
#include "runtime/machine/process.h"
#include "runtime/machine/relaxed.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/write/output.h"
#include "runtime/write/output_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    NOBODY = 0, /* is not measured, or has not come yet */
    SIGNED = '1',
    COMING = '2', /* announced */
    LATE = '3',   /* signed without having been announced */
    ENDING = '4', /* of those that are present: does nothing of its own with MPI any more */
    GONE = '5',   /* of those: does not wait for others any more, nor do they for it */
};

enum {
    GRACE_MS = 100,     /* after signing, for ranks that had no time to be announced before MPI_Init returned */
    PATIENCE_MS = 3000, /* the same where ranks come late */
    COMING_MS = 10000,  /* and for those that are announced */
    STEP_US = 2000,     /* between two looks; then longer and longer */
    MOST_STEP_US = 50000,
    LAST_US = 2000000, /* after all that: the copy can't be made or read */
    STAGGER_US = 100,  /* of rank after rank, so that not all of them make a copy */
    STAGGERED = 1000,  /* ranks; the others come with the last of these */
    OLD_S = 600,       /* no rank of a job signs so long before another begins */
};

/* Of waits for one step of the others. */
#define LOOK_NS 1000000000u
#define LEAST_WAIT_NS 600000000000u

static int own_rank, ranks = 1;
static char path[PATH_MAX];
static ino_t number;   /* of the file that this rank signed; 0: none, or the others went on without it */
static bool announced; /* only that so far */
static ino_t begins;   /* of the file in which this rank was announced, until roll_all_begin */
static bool ending;
static bool called; /* what a rank takes part in is once, also where two MPI parts of one process ask */
static uint64_t called_at;
static pid_t signer;
static struct timespec signed_at;

/* What is no file of this user's is somebody's trap: a link is not followed, and nobody is waited for at the other end of
 * a pipe. */
static int open_one_more(const char *name, int flags)
{
    struct limits_files files;
    limits_one_more_file(&files);
    int file = open(name, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600);
    limits_restore(&files);
    return file;
}

/* Signs the file at `path`; *old where an earlier job left it, by the clock of the file system. */
static bool sign_file(char mark, struct stat *status, bool *old)
{
    struct stat before;
    int file = open_one_more(path, O_WRONLY | O_CREAT | O_DSYNC);
    bool done = file >= 0 && fstat(file, &before) == 0 && S_ISREG(before.st_mode) && before.st_uid == geteuid() &&
                pwrite(file, &mark, 1, own_rank) == 1 && fstat(file, status) == 0;
    uint64_t age;
    *old = done && before.st_size && process_age(&age) &&
           status->st_mtime - before.st_mtime > OLD_S + 1 + (time_t)(age / 1000000000u);
    if (file >= 0)
        close(file);
    return done;
}

static bool sign(char mark)
{
    struct stat status;
    bool old, done = sign_file(mark, &status, &old);
    if (done && old) {
        roll_remove(path, own_rank);
        done = sign_file(mark, &status, &old);
    }
    if (done) {
        number = status.st_ino;
        signer = getpid();
        __atomic_store_n(&store->roll, store_text(path), __ATOMIC_RELEASE);
    }
    return done;
}

static bool sign_in(const char *folder, uint64_t key, char mark)
{
    int length = snprintf(path, sizeof path, "%s/" ROLL_PREFIX "%016llx", folder, (unsigned long long)key);
    return length > 0 && (size_t)length < sizeof path && sign(mark);
}

static void sign_on_machine(uint64_t key, char mark)
{
    const char *folders[STORE_FOLDERS];
    bool done = false;
    store_folders(settings.directory, folders);
    for (size_t i = 0; i < STORE_FOLDERS && !done; i++)
        done = folders[i] && *folders[i] && sign_in(folders[i], key, mark);
}

static void sign_in_profiles_folder(uint64_t key, char mark)
{
    struct arena arena = {0};
    char folder[PATH_MAX];
    const char *profile = output_path(true, &arena);
    if (profile && settings.folder)
        output_folder_make(profile);
    const char *slash = profile ? strrchr(profile, '/') : NULL;
    if (slash && slash - profile < PATH_MAX) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - profile), profile);
        sign_in(folder, key, mark);
    }
    arena_free(&arena);
}

/* Reads the bytes of a file, with zeros after its end. Returns 0, or the reason of a failure. */
static int read_marks(const char *name, unsigned char *present, ino_t *of)
{
    struct stat status;
    int file = open_one_more(name, O_RDONLY);
    if (file < 0)
        return errno;
    bool done = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid();
    if (!done)
        errno = EPERM;
    ssize_t got = 1;
    memset(present, 0, (size_t)ranks);
    for (off_t at = 0; done && at < ranks && got > 0; at += got) {
        got = pread(file, present + at, (size_t)(ranks - at), at);
        done = got >= 0;
    }
    int why = done ? 0 : errno;
    close(file);
    *of = status.st_ino;
    return why;
}

static void sign_as(int rank, int size, char mark)
{
    bool here;
    own_rank = rank;
    ranks = size;
    if (size < 2 || GET(settings.job) == JOB_ONE || settings_no_output() || number || called ||
        !limits_allow_file((size_t)ranks))
        return;
    uint64_t key = launch_key(&here);
    if (here || launch_on_one_machine(size))
        sign_on_machine(key, mark);
    else
        sign_in_profiles_folder(key, mark);
}

void roll_announce(void)
{
    int rank, size;
    if (!number && job_variables_rank(&rank, &size)) {
        sign_as(rank, size, COMING);
        announced = number;
    }
}

static bool has_anybody(const unsigned char *marks)
{
    for (int i = 0; i < ranks; i++)
        if (marks[i] != NOBODY)
            return true;
    return false;
}

/* Withdraws. The last process removes the file. */
void roll_withdraw(void)
{
    struct stat status;
    bool old;
    ino_t of;
    unsigned char *marks = announced ? malloc((size_t)ranks) : NULL;
    if (announced && sign_file(NOBODY, &status, &old) && marks && read_marks(path, marks, &of) == 0 && of == number &&
        !has_anybody(marks))
        roll_remove(path, own_rank);
    free(marks);
    number = announced ? 0 : number;
    announced = false;
}

void roll_sign(int rank, int size)
{
    bool known = announced && rank == own_rank && size == ranks;
    if (announced && size == ranks)
        begins = number;
    if (!known)
        roll_withdraw();
    if (known)
        number = 0;
    announced = false;
    if (number)
        return;
    sign_as(rank, size, known ? SIGNED : LATE);
    clock_gettime(CLOCK_MONOTONIC, &signed_at);
}

static bool all_marked(ino_t in)
{
    ino_t of;
    unsigned char *marks = malloc((size_t)ranks);
    bool all = marks && read_marks(path, marks, &of) == 0 && of == in;
    for (int i = 0; all && i < ranks; i++)
        all = marks[i] == COMING || marks[i] == SIGNED;
    free(marks);
    return all;
}

/* Stores the decision as the target of a link, which needs no descriptor, and which only one rank can create. */
bool roll_all_begin(void)
{
    char verdict[ROLL_PATH], says;
    if (!begins)
        return false;
    roll_verdict_path(path, begins, verdict);
    ino_t of = begins;
    begins = 0;
    if (readlink(verdict, &says, 1) == 1)
        return says == 'a';
    bool all = !launch_on_one_machine(ranks) && all_marked(of), made = symlink(all ? "all" : "some", verdict) == 0;
    return made || readlink(verdict, &says, 1) != 1 ? all : says == 'a';
}

static bool write_marks(const char *name, const unsigned char *present)
{
    int file = open_one_more(name, O_WRONLY | O_CREAT | O_EXCL | O_DSYNC);
    bool done = file >= 0 && write(file, present, (size_t)ranks) == ranks;
    if (file >= 0 && close(file) != 0)
        done = false;
    return done;
}

static bool has_waited(int ms)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - signed_at.tv_sec) * 1000 + (now.tv_nsec - signed_at.tv_nsec) / 1000000 >= ms;
}

/* Returns whether no rank has to be waited for any more; then `marks` become those of the copy. */
static bool settle(unsigned char *marks)
{
    bool missing = memchr(marks, NOBODY, (size_t)ranks), late = memchr(marks, LATE, (size_t)ranks);
    if ((memchr(marks, COMING, (size_t)ranks) && !has_waited(COMING_MS)) ||
        (missing && !has_waited(late ? PATIENCE_MS : GRACE_MS)))
        return false;
    for (int i = 0; i < ranks; i++)
        marks[i] = marks[i] == SIGNED || marks[i] == LATE || marks[i] == ENDING;
    return true;
}

enum outcome { PRESENT, ABSENT, AGAIN };

/* Makes the copy, unless there is one. */
static enum outcome propose(const char *copy, const unsigned char *present)
{
    char draft[ROLL_PATH];
    struct stat status;
    roll_draft_path(path, own_rank, draft);
    unlink(draft); /* of a rank that was killed, in a job of the same name */
    bool done = write_marks(draft, present) && link(draft, copy) == 0;
    unlink(draft);
    if (done && (stat(path, &status) != 0 || status.st_ino != number)) {
        unlink(copy);
        return ABSENT;
    }
    return AGAIN;
}

/* One look at the copy, and where there is none at the signatures. */
static enum outcome look(const char *copy, unsigned char *present)
{
    ino_t of;
    int why = read_marks(copy, present, &of);
    if (why == 0)
        return present[own_rank] ? PRESENT : ABSENT;
    if (why != ENOENT || (why = read_marks(path, present, &of)) > 0)
        return why == ENOENT ? ABSENT : AGAIN;
    if (of != number || !present[own_rank])
        return ABSENT;
    return settle(present) ? propose(copy, present) : AGAIN;
}

/* The profile of the first one says it: ranks elsewhere may be measured, and have signed in another folder. */
static void tell_missing(const unsigned char *present)
{
    uint64_t missing = 0;
    for (int i = 0; i < ranks; i++)
        missing += !present[i];
    if (missing && (unsigned char *)memchr(present, 1, (size_t)ranks) == present + own_rank &&
        !launch_on_one_machine(ranks))
        tally_add_named("ranks that did not sign in the folder of this profile (if all are measured: INSTR_JOB=one)",
                        missing);
}

bool roll_call(unsigned char *present)
{
    char copy[ROLL_PATH];
    memset(present, 1, (size_t)ranks);
    if (called)
        return false;
    called = true;
    called_at = clock_pair_now().ns;
    if (ranks < 2 || GET(settings.job) == JOB_ONE)
        return true;
    if (!number)
        return false;
    roll_copy_path(path, number, copy);
    usleep((useconds_t)(own_rank < STAGGERED ? own_rank : STAGGERED) * STAGGER_US);
    enum outcome outcome = look(copy, present);
    unsigned step = STEP_US;
    for (unsigned late = 0; outcome == AGAIN && late < LAST_US; late += has_waited(COMING_MS) ? step : 0) {
        usleep(step);
        outcome = look(copy, present);
        step = step * 5 / 4 < MOST_STEP_US ? step * 5 / 4 : MOST_STEP_US;
    }
    /* There is one but it can't be read, as without a descriptor: most jobs have one program, and others count on all. */
    struct stat status;
    if (outcome == AGAIN && stat(copy, &status) == 0) {
        memset(present, 1, (size_t)ranks);
        outcome = PRESENT;
    }
    if (outcome != PRESENT)
        number = 0;
    else
        tell_missing(present);
    return outcome == PRESENT;
}

/* Marks this rank in the file that it signed, unless the file is gone. */
static bool mark_self(char as)
{
    struct stat status;
    int file = number ? open_one_more(path, O_WRONLY | O_DSYNC) : -1;
    if (file < 0)
        return false;
    bool done = fstat(file, &status) == 0 && status.st_ino == number && pwrite(file, &as, 1, own_rank) == 1;
    close(file);
    return done;
}

uint64_t roll_called_at(void)
{
    return called_at;
}

bool roll_has_come(const unsigned char *present)
{
    ino_t of;
    unsigned char *marks = malloc((size_t)ranks);
    ending = ending || mark_self(ENDING);
    bool all = true, known = marks && read_marks(path, marks, &of) == 0 && of == number;
    for (int i = 0; known && i < ranks; i++)
        all = all && (!present[i] || marks[i] == ENDING || marks[i] == GONE);
    free(marks);
    return all; /* also where the file is gone, which nobody can wait for */
}

static bool has_gone(void)
{
    ino_t of;
    unsigned char *marks = number ? malloc((size_t)ranks) : NULL;
    bool gone = marks && read_marks(path, marks, &of) == 0 && of == number && memchr(marks, GONE, (size_t)ranks);
    free(marks);
    return gone;
}

/* Returns how long to wait: as INSTR_JOB_WAIT says, else as long as the process has run, but at least LEAST_WAIT_NS. */
static uint64_t patience(void)
{
    uint64_t asked = settings_job_wait_ns(), age = clock_pair_now().ns - store->start.ns;
    return asked ? asked : age > LEAST_WAIT_NS ? age : LEAST_WAIT_NS;
}

void roll_give_up(void)
{
    mark_self(GONE);
}

bool roll_wait_on(uint64_t ns)
{
    static uint64_t most, looked;
    most = most ? most : patience();
    bool out = ns >= most;
    if (!out && (ns < LOOK_NS || ns / LOOK_NS == looked))
        return true;
    looked = ns / LOOK_NS;
    bool gone = has_gone();
    if (out && !gone)
        message_say("waited %.0f s for other ranks at the end of the job: each rank writes its own profile now; for "
                    "one profile run 'instr-report recover', then 'instr-report merge'",
                    (double)ns / 1e9);
    if (out || gone)
        roll_give_up();
    return !out && !gone;
}

void roll_leave(void)
{
    bool signs = number && !announced && signer == getpid();
    if (signs && !called && GET(settings.job) != JOB_EACH && !has_gone() && mark_self(GONE))
        message_say("the job ends without MPI_Finalize: for the profile of all ranks run 'instr-report recover' on "
                    "their machines, then 'instr-report merge'");
}

void roll_end(void)
{
    roll_leave();
    roll_close();
}

void roll_close(void)
{
    if (number && signer == getpid())
        roll_remove(path, own_rank);
    number = 0;
}
