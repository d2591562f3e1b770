/* blocked_on.c - see blocked_on.h. */
#include "runtime/observe/blocked_on.h"

#include "profile/region.h"
#include "runtime/machine/relaxed.h"
#include "runtime/measure/store/thread_self.h"
#include "runtime/observe/raw.h"

#include <fcntl.h>

enum { TEXT = 128, MOST_THREADS = 1 << 16 };

struct told {
    char text[TEXT];
    const char *end;
};

/* Reads a file of the thread in /proc; returns an empty text if that fails. */
static struct told read_file(int program, int thread, const char *name)
{
    struct told told = {.end = told.text};
    char path[64], *task = raw_text(raw_number(raw_text(path, "/proc/"), (unsigned)program), "/task/");
    *raw_text(raw_number(task, (unsigned)thread), name) = '\0';
    long file = raw_with(SYS_openat, AT_FDCWD, raw_word(path), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return told;
    long length = raw_with(SYS_read, file, raw_word(told.text), TEXT - 1);
    raw_with(SYS_close, file, 0, 0);
    told.text[length > 0 ? length : 0] = '\0';
    return told;
}

static bool contains(const char *text, const char *part)
{
    for (; *text; text++) {
        const char *a = text, *b = part;
        while (*b && *a == *b)
            a++, b++;
        if (!*b)
            return true;
    }
    return false;
}

/* Returns the reason of the first pattern that the kernel function's name contains. */
static enum kept kept_by(const char *function)
{
    static const struct {
        char part[12];
        unsigned char by;
    } parts[] = {
        {"futex", KEPT_LOCK},     {"pipe", KEPT_PIPE},       {"nanosleep", KEPT_SLEEP}, {"do_wait", KEPT_CHILD},
        {"poll", KEPT_POLL},      {"select", KEPT_POLL},     {"unix_", KEPT_NETWORK},   {"sk_wait", KEPT_NETWORK},
        {"skb_", KEPT_NETWORK},   {"inet", KEPT_NETWORK},    {"tcp", KEPT_NETWORK},     {"wait_woken", KEPT_NETWORK},
        {"accept", KEPT_NETWORK}, {"userfault", KEPT_FAULT}, {"swap", KEPT_FAULT},      {"folio", KEPT_FILE},
        {"io_sched", KEPT_FILE},  {"jbd2", KEPT_FILE},       {"ext4", KEPT_FILE},       {"xfs", KEPT_FILE},
        {"btrfs", KEPT_FILE},     {"nfs", KEPT_FILE},        {"fuse", KEPT_FILE},       {"blk", KEPT_FILE},
        {"bio", KEPT_FILE},       {"rq_qos", KEPT_FILE},     {"wb_wait", KEPT_FILE},    {"page", KEPT_FILE},
        {"rwsem", KEPT_FILE},     {"inode", KEPT_FILE},      {"log_", KEPT_FILE},       {"submit", KEPT_FILE},
        {"partner", KEPT_PIPE},
    };
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        if (contains(function, parts[i].part))
            return (enum kept)parts[i].by;
    return KEPT_OTHER;
}

/* Returns the reason by the number of the system call in /proc, if the function's name tells nothing. */
static enum kept kept_in(const struct told *call)
{
    switch (raw_digits(call->text, call->text + TEXT)) {
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_msync:
    case SYS_pread64:
    case SYS_pwrite64:
        return KEPT_FILE;
    case SYS_futex:
        return KEPT_LOCK;
    default:
        return KEPT_OTHER;
    }
}

/* Returns the state behind the program's name, which is in parentheses. */
char blocked_on_state(const struct looker *looker, int thread)
{
    const struct told stat = read_file(looker->program, thread, "/stat");
    const char *at = stat.text, *state = NULL;
    for (; *at; at++)
        if (at[0] == ')' && at[1] == ' ')
            state = at + 2;
    return state ? *state : '\0';
}

/* Returns whether the kernel names the function in which the thread is blocked. */
static bool is_named(const struct looker *looker, int thread, enum kept *by)
{
    struct told told = read_file(looker->program, thread, "/wchan");
    bool named = told.text[0] && told.text[0] != '0';
    *by = named ? kept_by(told.text) : KEPT_OTHER;
    return named;
}

/* Returns false for a thread that runs or could run. Some kernels name no function, or not to every user. Since Linux 6.12 a thread that has
 * just begun to wait still counts as runnable, without a function; asking for its system call ends that. */
static bool is_blocked_by(const struct looker *looker, int thread, enum kept *by)
{
    bool named = is_named(looker, thread, by);
    if (named && *by != KEPT_OTHER)
        return true;
    struct told call = read_file(looker->program, thread, "/syscall");
    if (call.text[0] >= '0' && call.text[0] <= '9') {
        is_named(looker, thread, by);
        *by = *by == KEPT_OTHER ? kept_in(&call) : *by;
        return true;
    }
    if (named || call.text[0])
        return named; /* else "running" */
    char state = blocked_on_state(looker, thread);
    return state == 'S' || state == 'D';
}

static uint64_t hexadecimal(const char *at)
{
    uint64_t number = 0;
    for (;; at++)
        if (*at >= '0' && *at <= '9')
            number = number * 16 + (uint64_t)(*at - '0');
        else if (*at >= 'a' && *at <= 'f')
            number = number * 16 + (uint64_t)(*at - 'a' + 10);
        else
            return number;
}

/* Returns the number of the thread that owns the mutex for which this thread waits; 0 if it is unknown. */
static int owner_of_mutex(const struct looker *looker, int thread)
{
    enum { OWNER = 8 };
    struct told told = read_file(looker->program, thread, "/syscall");
    const char *at = told.text;
    int32_t owner = 0;
    while (*at && *at != 'x')
        at++;
    uint64_t word = *at && raw_digits(told.text, told.text + TEXT) == SYS_futex ? hexadecimal(at + 1) : 0;
    char path[32];
    *raw_text(raw_number(raw_text(path, "/proc/"), (unsigned)looker->program), "/mem") = '\0';
    long file = word ? raw_with(SYS_openat, AT_FDCWD, raw_word(path), O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return 0;
    long length = raw_call(SYS_pread64, file, raw_word(&owner), sizeof owner, (long)(word + OWNER), 0, 0);
    raw_with(SYS_close, file, 0, 0);
    return length == sizeof owner ? owner : 0;
}

/* Returns the call in which the owner was at its last sample; 0 if the owner is no known thread. */
static uint64_t holder_of(const struct looker *looker, const struct thread *waiting)
{
    int owner = owner_of_mutex(looker, GET(waiting->system_id));
    struct thread *thread = NULL;
    for (int i = 0; owner > 0 && i < MOST_THREADS && (thread = look_at_next(looker, thread)); i++)
        if (thread != waiting && GET(thread->system_id) == owner && !GET(thread->ended))
            return GET(thread->watched.last.state) & ~(uint64_t)1;
    return 0;
}

/* Adds blocked time. Without a free place, the last place gets it. */
static void book_stood(struct watched *watched, uint64_t node, uint64_t holder, enum kept by, uint64_t ns)
{
    for (unsigned i = 0; i < OBSERVED_STOOD; i++) {
        struct stood *stood = &watched->stood[i];
        uint64_t ever = GET(stood->looks) ? GET(stood->ns) : 0;
        if (GET(stood->looks) &&
            (GET(stood->node) != node || GET(stood->by) != (uint32_t)by || GET(stood->holder) != holder))
            continue;
        PUT(stood->node, node);
        PUT(stood->by, (uint32_t)by);
        PUT(stood->holder, holder);
        PUT(stood->looks, GET(stood->looks) + 1);
        PUT(stood->ns, ever + ns);
        PUT(stood->longest, ns > GET(stood->longest) ? ns : GET(stood->longest));
        return;
    }
    PUT(watched->stood_more, GET(watched->stood_more) + ns);
}

void blocked_on_ask(const struct looker *looker, struct thread *thread, const struct node *node, bool probe,
                    uint64_t now)
{
    struct watched *watched = &thread->watched;
    uint64_t asked = GET(watched->stood_asked), waited = GET(watched->waited), before = GET(watched->stood_waited);
    const struct region *region = look_at(looker, (uintptr_t)GET(node->region), sizeof *region);
    enum kept by;
    bool tells = asked && region && !probe && GET(region->kind) != REGION_WAIT && GET(region->kind) != REGION_MPI;
    PUT(watched->stood_asked, now);
    if (tells && is_blocked_by(looker, GET(thread->system_id), &by)) {
        book_stood(watched, (uintptr_t)node, by == KEPT_LOCK ? holder_of(looker, thread) : 0, by, now - asked);
        return;
    }
    /* That it had no processor was before it was kept somewhere else. Where there are samples it is booked with them. */
    if (tells && before && waited > before && !GET(watched->settled))
        book_stood(watched, (uintptr_t)node, 0, KEPT_READY, waited - before);
    PUT(watched->stood_waited, waited);
}
