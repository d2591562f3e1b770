/* vectors.c - see vectors.h. */
#include "runtime/machine/vectors.h"

#if MACHINE_X86_64

#include "runtime/machine/leaf.h"

#include <cpuid.h>

/* How vectors_keep.S saves them: all registers of SSE; all that XSAVE knows; only those in use. */
enum { FXSAVE, XSAVE, XSAVEC };

extern int vectors_how __attribute__((visibility("hidden")));
int vectors_how = FXSAVE;

void vectors_start(void)
{
    if (!(leaf_find(LEAF_1).c & bit_OSXSAVE))
        return;
    /* In use is told by XGETBV with ECX = 1. */
    unsigned in_use = 2 | 4;
    vectors_how = (leaf_find(LEAF_D_ECX_1).a & in_use) == in_use ? XSAVEC : XSAVE;
}

#endif
