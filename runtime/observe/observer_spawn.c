/* observer_spawn.c - see observer_spawn.h. */
#include "runtime/observe/observer_spawn.h"

#include "runtime/observe/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

enum { MOST_FILES = 1 << 20 /* to be closed one by one */ };

static bool unmap(uintptr_t from, uintptr_t to)
{
    return from >= to || raw_with(SYS_munmap, (long)from, (long)(to - from), 0) == 0;
}

/* Unmaps memory up to its end, which depends on the processor. */
static bool unmap_from(uintptr_t from, uintptr_t page)
{
    for (int bits = 57; bits > 32; bits--) {
        uintptr_t end = ((uintptr_t)1 << bits) - page;
        if (end > from && unmap(from, end))
            return true;
    }
    return false;
}

static bool unmap_others(const struct apart *apart)
{
    uintptr_t from = 0;
    for (size_t i = 0; i < apart->count; i++) {
        if (!unmap(from, apart->parts[i].from))
            return false;
        if (from < apart->parts[i].to)
            from = apart->parts[i].to;
    }
    return unmap_from(from, apart->page);
}

/* Unregisters the memory into which the kernel writes for a thread, because this thread's is about to be unmapped. Its length is known to the
 * C library only. */
static void forget_rseq(void *area)
{
#ifdef __aarch64__
    const uint32_t signature = 0xd428bc00;
#else
    const uint32_t signature = 0x53053053;
#endif
    enum { UNREGISTER = 1, LEAST = 32, MOST = 512 };
#ifdef SYS_rseq
    for (long size = LEAST; area && size <= MOST; size += LEAST)
        if (raw_call(SYS_rseq, raw_word(area), size, UNREGISTER, signature, 0, 0) == 0)
            return;
#else
    (void)area, (void)signature;
#endif
}

/* Returns whether there is no shadow stack, without which no function could return once it is unmapped. */
static bool has_no_shadow_stack(void)
{
#ifdef __x86_64__
    enum { DISABLE = 0x5002, STATUS = 0x5005, SHADOW_STACK = 1 };
    uint64_t features = 0;
    return raw_with(SYS_arch_prctl, STATUS, raw_word(&features), 0) != 0 || !(features & SHADOW_STACK) ||
           raw_with(SYS_arch_prctl, DISABLE, SHADOW_STACK, 0) == 0;
#else
    return true;
#endif
}

static bool close_files(void)
{
    struct rlimit limit;
    if (raw_with(SYS_close_range, 0, ~0u, 0) == 0)
        return true;
    if (raw_call(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, raw_word(&limit), 0, 0) != 0 || limit.rlim_cur > MOST_FILES)
        return false;
    for (long file = 0; file < (long)limit.rlim_cur; file++)
        raw_with(SYS_close, file, 0, 0);
    return true;
}

/* Allows all processors, not only that of the thread that started it. */
static void run_anywhere(void)
{
    unsigned long all[16];
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *(volatile unsigned long *)&all[i] = ~0UL;
    raw_with(SYS_sched_setaffinity, 0, sizeof all, raw_word(all));
}

/* Maps the store's maximal length at once, behind what is mapped. The program maps more of the file as it grows. */
static void map_whole_store(struct apart *apart)
{
    uintptr_t more = apart->store_most - (apart->store.to - apart->store.from), page = apart->page;
    long result =
        more ? raw_call(SYS_mremap, (long)(apart->store.to - page), (long)page, (long)(page + more), 0, 0, 0) : -1;
    if (result >= 0 || result < -4095)
        apart->store.to += more;
}

bool observer_spawn_become(struct apart *apart)
{
    struct rlimit no_core = {1, 1}; /* 0 would still call a program that takes cores */
    raw_with(SYS_setsid, 0, 0, 0);
    raw_with(SYS_prctl, PR_SET_NAME, raw_word("instr-observe"), 0);
    raw_call(SYS_prlimit64, 0, RLIMIT_CORE, raw_word(&no_core), 0, 0, 0);
    forget_rseq(apart->rseq);
    run_anywhere();
    if (!close_files() || raw_with(SYS_chdir, raw_word("/"), 0, 0) != 0 || !has_no_shadow_stack() ||
        !unmap_others(apart))
        return false;
    map_whole_store(apart);
    return true;
}

/* The kernel's identifier of the system call interface. */
#ifdef __aarch64__
#define KIND AUDIT_ARCH_AARCH64
#else
#define KIND AUDIT_ARCH_X86_64
#endif

/* Jumps to the last line if the call has that number. */
#define ALLOWED(number, left) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), (left), 0)

bool observer_spawn_confine(void)
{
    static const struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, KIND, 0, 17),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOWED(SYS_futex, 16),
        ALLOWED(SYS_clock_gettime, 15),
        ALLOWED(SYS_perf_event_open, 14),
        ALLOWED(SYS_getppid, 13),
        ALLOWED(SYS_pread64, 12),
        ALLOWED(SYS_read, 11),
        ALLOWED(SYS_close, 10),
        ALLOWED(SYS_mmap, 9),
        ALLOWED(SYS_munmap, 8),
        ALLOWED(SYS_exit_group, 7),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 2),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OBSERVER_SPAWN_CLONE, 4, 3),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 2),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, O_RDONLY | O_CLOEXEC, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program;
    program.len = sizeof lines / sizeof *lines;
    program.filter = (struct sock_filter *)(uintptr_t)lines;
    return (raw_call(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0) == 0 &&
            raw_with(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, raw_word(&program)) == 0) ||
           raw_with(SYS_geteuid, 0, 0, 0) != 0;
}
