/*
 * door.c - the one name by which instrumented objects find the runtime.
 *
 * It has a file of its own for the sake of programs that hold parts of the runtime as plain code, such as instr-report.
 * What the archive gives them has no door, so when they are instrumented themselves, a runtime of their own is loaded
 * for that, and the one inside them serves the tool alone.
 */
#include "runtime/attach/attach.h"

__attribute__((visibility("default"))) __instr_attach_fn __instr_attach;

int __instr_attach(struct __instr_link *link, struct __instr_region *start, struct __instr_region *stop)
{
    return attach_object(link, start, stop);
}
