/*
 * entry.c - the names by which programs find the runtime: instrumented objects the first, include/instr.h the second.
 *
 * They have a file of their own because programs such as instr-report contain parts of the runtime as plain code, without these entry points. If
 * such a program is itself instrumented, a second runtime is loaded for that, and the one inside serves the tool alone.
 */
#include "runtime/api/api.h"
#include "runtime/attach/attach.h"

__attribute__((visibility("default"))) __instr_attach_fn __instr_attach11;

int __instr_attach11(struct __instr_link *link, struct __instr_region *start, struct __instr_region *stop)
{
    return attach_object(link, start, stop);
}

/* The names in older versions, the first of which had no number. */
#define OLDER(name)                                                                                                    \
    __attribute__((visibility("default"))) __instr_attach_fn name;                                                     \
    int name(struct __instr_link *link, struct __instr_region *start, struct __instr_region *stop)                     \
    {                                                                                                                  \
        return attach_older(link, start, stop);                                                                        \
    }
OLDER(__instr_attach)
OLDER(__instr_attach2)
OLDER(__instr_attach3)
OLDER(__instr_attach4)
OLDER(__instr_attach5)
OLDER(__instr_attach6)
OLDER(__instr_attach7)
OLDER(__instr_attach8)
OLDER(__instr_attach9)
OLDER(__instr_attach10)

__attribute__((visibility("default"))) const struct instr_api *instr_get_api(unsigned long size)
{
    return attach_program(size);
}
