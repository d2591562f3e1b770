/* wrappers-plain.c - compiled by the plain compiler. */
#include "instr.h"

void plain_on(const char *name)
{
    instr_start(name);
}

void plain_off(const char *name)
{
    instr_stop(name);
}
