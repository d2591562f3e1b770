/*
 * store.c - see store.h.
 *
 * Of the file only what is claimed is mapped, so that mlockall() does not fill the disk. Where the file has no more, or the
 * disk no room, ordinary memory follows.
 */
#include "runtime/measure/store/store.h"

#include "common/check.h"
#include "runtime/machine/grown_memory.h"
#include "runtime/machine/limits.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/process.h"
#include "runtime/machine/sandbox.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/store_header.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/times.h>
#include <unistd.h>

enum { FIRST_STEP = 64 << 10, LARGEST_STEP = 4 << 20, LEAST_LENGTH = 1 << 30 };

struct store_header *store;

static char *base;
static size_t backed;    /* memory from base */
static size_t inherited; /* of it, what a store of its own began with, in the child of a fork */
static size_t in_file;   /* what the file may have of it; not more than is backed once no more can be claimed */
static char path[1200];
static struct stat root; /* directory */
static struct lock lock = LOCK(LOCK_STORE, NULL);
extern __attribute__((visibility("hidden"))) char __dso_handle[], _end[]; /* around this library's own variables */

/* The store never has more. */
static size_t most(void)
{
    return limits_space((size_t)1 << (sizeof(void *) == 8 ? 35 : 28));
}

void store_folders(const char *directory, const char *folders[STORE_FOLDERS])
{
    folders[0] = directory;
    folders[1] = "/dev/shm";
    folders[2] = getenv("TMPDIR");
    folders[3] = "/tmp";
}

/* Returns the maximal length of the file. Until space is claimed the file holds nothing. */
static size_t file_length(void)
{
    size_t length = (size_t)settings.memory << 21; /* the trees have half of it */
    if (length < LEAST_LENGTH)
        length = LEAST_LENGTH;
    if (length > most())
        length = most();
    while (length > FIRST_STEP && !limits_allow_file(length))
        length = length / 2 & ~(size_t)0xffff;
    return length < FIRST_STEP ? FIRST_STEP : length;
}

/* Writes the store's present contents to the beginning of the file. */
static bool put_bytes(int file, size_t count)
{
    ssize_t put = 1;
    for (size_t at = 0; at < count && put > 0; at += (size_t)put)
        put = pwrite(file, base + at, count - at, (off_t)at);
    return put > 0;
}

/* Maps the beginning of the store anew, and frees the memory behind it. */
static bool place(size_t size, int file)
{
    if (!grown_memory_place(base, size, file))
        return false;
    if (size < backed)
        munmap(base + size, backed - size);
    backed = size;
    return true;
}

/* Maps a file in place of the store, keeping its first `kept` bytes. */
static bool map_file(int file, size_t length, size_t kept)
{
    if (!limits_allow_file(length) || kept > length ||
        !(kept ? put_bytes(file, kept) : posix_fallocate(file, 0, FIRST_STEP) == 0) ||
        ftruncate(file, (off_t)length) != 0 || !place(kept ? grown_memory_pages(kept) : FIRST_STEP, file))
        return false;
    in_file = length;
    return true;
}

static bool make_file(size_t kept)
{
    const char *folders[STORE_FOLDERS];
    size_t length = file_length();
    store_folders(settings.directory, folders);
    for (size_t i = 0; i < STORE_FOLDERS; i++) {
        if (!folders[i] || !*folders[i])
            continue;
        int wanted = snprintf(path, sizeof path, "%s/instr.%ld.%llx.map", folders[i], (long)getpid(),
                              (unsigned long long)clock_pair_now().ns);
        if (wanted < 0 || (size_t)wanted >= sizeof path)
            continue;
        /* A file that others cut is a SIGBUS in the program: so nobody may write to it but through this mapping. */
        int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0400);
        if (file < 0)
            continue;
        bool mapped = map_file(file, length, kept);
        close(file);
        if (mapped)
            return true;
        unlink(path);
    }
    path[0] = 0;
    in_file = 0;
    return false;
}

/* Makes the kernel write to each page in [from, to). This fails where a write of ours would raise SIGBUS. */
static bool touch(size_t from, size_t to)
{
#ifdef MADV_POPULATE_WRITE
    if (madvise(base + from, to - from, MADV_POPULATE_WRITE) == 0)
        return true;
    if (errno != EINVAL)
        return false;
#endif
    /* Linux before 5.14 */
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t at = from; at < to; at += page) {
        if (syscall(SYS_times, base + at) == -1 && errno == EFAULT)
            return false;
        memset(base + at, 0, sizeof(struct tms));
    }
    return true;
}

/* Extends the store within the file, if the file is long enough and the disk has room. */
static bool claim(size_t to)
{
    if (to > in_file || !grown_memory_grow(base + backed, to - backed))
        return false;
    CHECK(to > backed);
    bool done = touch(backed, to);
    if (!done) {
        madvise(base + backed, to - backed, MADV_REMOVE);
        munmap(base + backed, to - backed);
    }
    return done;
}

static void note_backed(void)
{
    CHECK(backed && backed <= most());
    store->kept = in_file < backed ? in_file : backed;
    process_share(base, backed);
}

/* Makes the first `size` bytes usable. */
static bool back(size_t size)
{
    CHECK(inherited <= backed);
    CHECK(size > backed);
    size_t own = backed - inherited, bound = most();
    size_t step = own < FIRST_STEP ? FIRST_STEP : own < LARGEST_STEP ? own : LARGEST_STEP;
    size_t to = backed + step;
    while (to < size)
        to += step;
    if (to > bound)
        to = bound;
    if (to < size || sandbox_is_entered())
        return false;
    if (!claim(to)) {
        if (in_file > backed)
            in_file = backed;
        if (!grown_memory_follow(base + backed, to - backed))
            return false;
        tally_add(TALLY_NOT_MAPPED, 1);
    }
    backed = to;
    note_backed();
    return true;
}

static void *take_bytes(size_t size)
{
    uint64_t align = size % 64 == 0 ? 64 : 8;
    uint64_t from = (store->used + align - 1) & ~(align - 1);
    if (from + size > backed && !back(from + size))
        return NULL;
    CHECK(store->used <= from && from + size <= backed && store->kept <= backed);
    store->used = from + size;
    return base + from;
}

static void name_process(void)
{
    store->pid = (int32_t)process_number();
    store->self = (int32_t)getpid();
    store->space = process_space();
}

bool store_is_own(void)
{
    return store->self == (int32_t)getpid();
}

bool store_open(void)
{
    _Static_assert(sizeof *store <= FIRST_STEP, "it begins with that");
    base = grown_memory_begin(FIRST_STEP);
    if (!base)
        return false;
    backed = FIRST_STEP;
    if (!make_file(0))
        tally_add(TALLY_NOT_MAPPED, 1);
    if (stat("/", &root) != 0)
        root = (struct stat){.st_ino = 0};
    store = (struct store_header *)(void *)base;
    note_backed();
    memcpy(store->magic, STORE_MAGIC, sizeof store->magic);
    store->version = STORE_VERSION;
    store->settings = settings;
    store->base = (uint64_t)(uintptr_t)base;
    store->used = sizeof *store;
    name_process();
    store->ranks = 1;
    tallies_move(&store->tallies);
    process_share(__dso_handle, (size_t)(_end - __dso_handle));
    return true;
}

void *store_alloc(size_t size)
{
    lock_take(&lock);
    void *memory = take_bytes(size);
    lock_give(&lock);
    return memory;
}

/* Space left to others: a quarter of the file system, or this much of a large one. */
enum { SPARE = 1 << 30 };

static bool has_spare_room(void)
{
    struct statvfs disk;
    if (!in_file || !path[0] || sandbox_is_entered() || statvfs(path, &disk) != 0)
        return false;
    return disk.f_bavail > disk.f_blocks / 4 || (double)disk.f_bavail * (double)disk.f_frsize > SPARE;
}

void *store_alloc_spare(size_t size)
{
    char *memory = has_spare_room() ? store_alloc(size) : NULL;
    return memory && store_holds(memory, size) ? memory : NULL;
}

void store_take_ahead(size_t size)
{
    lock_take(&lock);
    if (backed < store->used + size)
        back(store->used + size);
    lock_give(&lock);
}

const char *store_text(const char *text)
{
    if (!text || !*text)
        text = "";
    size_t size = strlen(text) + 1;
    char *copy = store_alloc((size + 7) & ~(size_t)7);
    if (copy)
        memcpy(copy, text, size);
    return copy ? copy : "";
}

const char *store_path(void)
{
    return path;
}

void *store_file(size_t *mapped, size_t *most)
{
    *most = in_file;
    *mapped = in_file < backed ? in_file : backed;
    return in_file ? base : NULL;
}

bool store_has_root(void)
{
    struct stat now;
    return stat("/", &now) != 0 || (now.st_ino == root.st_ino && now.st_dev == root.st_dev);
}

bool store_holds(const void *memory, size_t size)
{
    CHECK(memory);
    size_t from = (size_t)((const char *)memory - base);
    return from < in_file && size <= in_file - from;
}

/* Frees the file's memory when a process that gave up its rights can't remove the file. A copy takes its place here, and the file keeps its
 * beginning, which says that it is not needed. The held lock keeps other threads from starting. */
static void empty_file(bool (*is_alone)(void))
{
    size_t size = in_file < backed ? in_file : backed;
    lock_take(&lock);
    char *file = is_alone() ? mremap(base, 0, size, MREMAP_MAYMOVE) : MAP_FAILED;
    if (file != MAP_FAILED && grown_memory_copy(base, size)) {
        madvise(file + FIRST_STEP, size - FIRST_STEP, MADV_REMOVE);
        in_file = 0;
    }
    if (file != MAP_FAILED)
        munmap(file, size);
    lock_give(&lock);
}

void store_remove(bool (*is_alone)(void))
{
    bool stays = path[0] && unlink(path) != 0 && errno != ENOENT;
    store->written = true;
    path[0] = 0;
    if (stays)
        empty_file(is_alone);
}

void store_note(void)
{
    uint32_t newest = __atomic_load_n(&store->newest, __ATOMIC_ACQUIRE);
    uint64_t last = GET(store->last[newest].ticks), passed = last - store->start.ticks, now = clock_now();
    /* Each moment is a quarter later than the one before, so there are few of them. */
    if (now >= last && now - last > passed / 4)
        store_note_now();
}

void store_note_now(void)
{
    static atomic_flag taken = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&taken))
        return;
    struct clock_pair *next = &store->last[!store->newest], pair = clock_pair_now();
    PUT(next->ticks, pair.ticks);
    PUT(next->ns, pair.ns);
    __atomic_store_n(&store->newest, !store->newest, __ATOMIC_RELEASE);
    atomic_flag_clear(&taken);
}

/* Replaces the file by a copy of its first `used` bytes in ordinary memory, followed by zeros. */
static bool leave_file(size_t used)
{
    size_t size = grown_memory_pages(used);
    char *copy = pages_map(size);
    if (!copy)
        return false;
    memcpy(copy, base, used);
    bool done = place(size, -1);
    if (done)
        memcpy(base, copy, used);
    pages_unmap(copy, size);
    path[0] = 0;
    in_file = 0;
    return done;
}

bool store_again(uint64_t used)
{
    if (!make_file(used)) {
        if (!leave_file(used))
            return false;
        tally_add(TALLY_NOT_MAPPED, 1);
    }
    CHECK(used <= backed);
    inherited = backed;
    note_backed();
    name_process();
    store->written = false;
    store->operations = NULL;
    store->stretches = NULL;
    store->observed = (struct observed){.tiny_ns = store->observed.tiny_ns};
    return true;
}

void store_private(void)
{
    leave_file(backed);
}
