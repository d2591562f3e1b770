/*
 * rights.c - gives up what its first argument says, makes thousands of call paths that it had not made before, and ends
 * as its second says. rights.sh has the list.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paths.h"

enum { DEPTH = 11 }; /* 4095 calls */

static int drop_user(void)
{
    return setgroups(0, NULL) || setgid(65534) || setuid(65534);
}

static int drop_root(void)
{
    return chroot("jail") || chdir("/");
}

/* As sshd does before it enters its sandbox. */
static int drop_limits(void)
{
    struct rlimit none = {0, 0};
    return setrlimit(RLIMIT_FSIZE, &none) || setrlimit(RLIMIT_NOFILE, &none) || setrlimit(RLIMIT_NPROC, &none);
}

/* What is left is the program's, not ours. */
static int drop_space(int by_prlimit)
{
    struct rlimit few = {160 << 20, 160 << 20};
    if (by_prlimit ? prlimit(0, RLIMIT_AS, &few, NULL) : setrlimit(RLIMIT_AS, &few))
        return 1;
    char *memory = malloc(64 << 20);
    if (memory)
        memset(memory, 1, 64 << 20);
    free(memory);
    return !memory;
}

/* All mappings that a process may have. */
static int use_maps(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < 1000000; i++) {
        char *memory = mmap(NULL, 2 * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED || mprotect(memory, page, PROT_NONE))
            return errno != ENOMEM;
    }
    return 1;
}

/* As a program that must not wait for a page: with no right to lock more than its limit, of which it then uses most. */
static int lock_memory(void)
{
    enum { LIMIT = 8 << 20, MOST = 3 << 20 };
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct rights[2];
    struct rlimit limit = {LIMIT, LIMIT};
    if (syscall(SYS_capget, &header, rights))
        return 1;
    rights[0].effective &= ~(1u << CAP_IPC_LOCK);
    if (syscall(SYS_capset, &header, rights) || setrlimit(RLIMIT_MEMLOCK, &limit) ||
        mlockall(MCL_CURRENT | MCL_FUTURE))
        return 1;
    return mmap(NULL, MOST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
}

static int give_up(const char *what)
{
    if (!strcmp(what, "user"))
        return drop_user();
    if (!strcmp(what, "root"))
        return drop_root();
    if (!strcmp(what, "limits"))
        return drop_limits();
    if (!strcmp(what, "maps"))
        return use_maps();
    if (!strcmp(what, "locked"))
        return lock_memory();
    if (!strncmp(what, "space", 5))
        return drop_space(!strcmp(what, "space-prlimit"));
    return drop_root() || drop_limits() || drop_user();
}

int main(int argc, char **argv)
{
    pid_t child = 0;
    int status = 0;
    if (argc < 3)
        return 2;
    if (!strcmp(argv[2], "in-child") && (child = fork()) != 0)
        return waitpid(child, &status, 0) == child ? WEXITSTATUS(status) : 9;
    if (give_up(argv[1])) {
        perror(argv[1]);
        return 9;
    }
    branch(DEPTH);
    if (!strcmp(argv[2], "kill"))
        raise(SIGKILL);
    if (!strcmp(argv[2], "_exit"))
        _exit(5);
    return 3;
}
