/*
 * limits.h - what the program's limits leave for the runtime: they are the program's, and no error or signal of ours may
 * come of them.
 */
#ifndef INSTR_LIMITS_H
#define INSTR_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>

/* Whether a file may be so long: a write beyond RLIMIT_FSIZE would be a signal to the program. */
bool limits_allow_file(size_t length);

/* At most so many bytes of address space, and less where it is limited: the program needs it more than we do. */
size_t limits_space(size_t most);

/* Whether one more process is no matter: where few are allowed, or few more, the program would miss it. */
bool limits_allow_process(void);

/* A program may have all the descriptors in use that its soft limit allows: between these two there is one more. */
struct limits_files {
    struct rlimit before;
    bool raised;
};

void limits_one_more_file(struct limits_files *files);
void limits_restore(const struct limits_files *files);

#endif
