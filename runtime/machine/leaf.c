/* leaf.c - see leaf.h. */
#include "runtime/machine/leaf.h"

#include "common/machine.h"

#if MACHINE_X86_64

#include <cpuid.h>
#include <dlfcn.h>
#include <stdint.h>

struct leaf leaf_find(enum leaf_number number)
{
    const struct leaf *(*known)(unsigned) =
        (const struct leaf *(*)(unsigned))(uintptr_t)dlsym(RTLD_DEFAULT, "__x86_get_cpuid_feature_leaf");
    struct leaf leaf;
    if (known)
        return *known(number);
    if (number == LEAF_D_ECX_1)
        __cpuid_count(0xd, 1, leaf.a, leaf.b, leaf.c, leaf.d);
    else
        __cpuid(number == LEAF_1 ? 1 : 0x80000007u, leaf.a, leaf.b, leaf.c, leaf.d);
    return leaf;
}

#endif
