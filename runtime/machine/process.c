/* process.c - see process.h. */
#include "runtime/machine/process.h"

#include "common/hash.h"
#include "common/machine.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

long process_number(void)
{
    char text[24];
    ssize_t length = readlink("/proc/self", text, sizeof text - 1);
    text[length > 0 ? length : 0] = 0;
    long number = strtol(text, NULL, 10);
    return number > 0 ? number : (long)getpid();
}

uint64_t process_space(void)
{
    struct stat status;
    return stat("/proc/self/ns/pid", &status) == 0 ? (uint64_t)status.st_ino : 0;
}

uint64_t process_clock(void)
{
    char machine[128];
    int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, machine, 64), space = 0;
    if (file >= 0)
        close(file);
    if (length > 0 && (space = readlink("/proc/self/ns/time", machine + length, 64)) < 0 && errno != ENOENT)
        return 0;
    return length > 0 ? hash_bytes(HASH_START, machine, (size_t)(length + (space > 0 ? space : 0))) : 0;
}

size_t process_read(long pid, const char *file, char *text, size_t size)
{
    char path[64];
    if (pid)
        snprintf(path, sizeof path, "/proc/%ld/%s", pid, file);
    else
        snprintf(path, sizeof path, "/proc/self/%s", file);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    size_t length = 0;
    for (ssize_t more = 1; descriptor >= 0 && length < size - 1 && more > 0; length += more > 0 ? (size_t)more : 0)
        more = read(descriptor, text + length, size - 1 - length);
    if (descriptor >= 0)
        close(descriptor);
    text[length] = 0;
    return length;
}

bool process_find(long pid, struct process *process)
{
    char text[2048];
    process_read(pid, "stat", text, sizeof text);
    const char *word = strrchr(text, ')'); /* the end of the second word: a name that may hold anything */
    if (!word || sscanf(word, ") %*c %ld", &process->parent) != 1)
        return false;
    for (int i = 2; word && i < 22; i++)
        word = strchr(word + 1, ' ');
    return word && sscanf(word, "%llu", &process->began) == 1;
}

bool process_age(uint64_t *ns)
{
    struct process self;
    struct timespec up;
    long ticks = sysconf(_SC_CLK_TCK);
    if (ticks <= 0 || !process_find(0, &self) || clock_gettime(CLOCK_BOOTTIME, &up) != 0)
        return false;
    uint64_t now = (uint64_t)up.tv_sec * 1000000000u + (uint64_t)up.tv_nsec;
    *ns = now - self.began * (1000000000u / (unsigned long)ticks);
    return true;
}

bool process_ran(uint64_t *ran, uint64_t *ready)
{
    char text[100];
    process_read(0, "schedstat", text, sizeof text);
    return sscanf(text, "%" SCNu64 " %" SCNu64, ran, ready) == 2 && *ran;
}

unsigned process_processors(void)
{
    enum { MOST = 1 << 13 }; /* processors */
    unsigned long mask[MOST / (8 * sizeof(unsigned long))];
    long bytes = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    unsigned count = 0;
    for (long i = 0; i < bytes / (long)sizeof *mask; i++)
        count += (unsigned)__builtin_popcountl(mask[i]);
    return count;
}

unsigned process_machine_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 0;
}

bool process_is_emulated(void)
{
    const char *preloaded = getenv("LD_PRELOAD");
    return preloaded && strstr(preloaded, "/vgpreload_core");
}

void process_share(void *memory, size_t size)
{
#if MACHINE_X86_64
    enum { HELGRIND_MAKE_UNTRACKED = 0x48470127, DRD_START_SUPPRESSION = 0x44520002 };
    static const uintptr_t REQUESTS[] = {HELGRIND_MAKE_UNTRACKED, DRD_START_SUPPRESSION};
    for (size_t i = 0; i < sizeof REQUESTS / sizeof *REQUESTS; i++) { /* by instructions that do nothing elsewhere */
        uintptr_t request[6] = {REQUESTS[i], (uintptr_t)memory, size}, answer = 0;
        __asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi; xchgq %%rbx, %%rbx"
                         : "+d"(answer)
                         : "a"(request)
                         : "cc", "memory");
    }
#else
    (void)memory, (void)size;
#endif
}
