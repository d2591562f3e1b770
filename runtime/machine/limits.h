/*
 * limits.h - tells what the program's resource limits leave for the runtime, which must not cause an error or signal in the program.
 */
#ifndef INSTR_LIMITS_H
#define INSTR_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>

/* Returns whether a file may have that length: writing beyond RLIMIT_FSIZE would send the program a signal. */
bool limits_allow_file(size_t length);

/* Returns at most so many bytes of address space, less if it is limited, because the program needs it more. */
size_t limits_space(size_t most);

/* Returns whether one more process does no harm. If few are allowed, or few are left, the program might miss it. */
bool limits_allow_process(void);

/* Surround the use of one more descriptor than the soft limit allows, because a program may have all of them in use. */
struct limits_files {
    struct rlimit before;
    bool raised;
};

void limits_one_more_file(struct limits_files *files);
void limits_restore(const struct limits_files *files);

#endif
