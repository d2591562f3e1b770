/* leaf.c - see leaf.h. */
#include "runtime/machine/leaf.h"

#include "common/machine.h"

#include <dlfcn.h>
#include <stdint.h>
#if MACHINE_X86_64
#include <cpuid.h>
#endif

static _Atomic uintptr_t known;

void leaf_start(void)
{
    known = (uintptr_t)dlsym(RTLD_DEFAULT, "__x86_get_cpuid_feature_leaf");
}

#if MACHINE_X86_64
struct leaf leaf_find(enum leaf_number number)
{
    const struct leaf *(*find)(unsigned) = (const struct leaf *(*)(unsigned))known;
    struct leaf leaf;
    if (find)
        return *find(number);
    if (number == LEAF_D_ECX_1)
        __cpuid_count(0xd, 1, leaf.a, leaf.b, leaf.c, leaf.d);
    else
        __cpuid(number == LEAF_1 ? 1 : 0x80000007u, leaf.a, leaf.b, leaf.c, leaf.d);
    return leaf;
}
#endif
