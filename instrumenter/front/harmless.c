/* harmless.c - see harmless.h. */
#include "instrumenter/front/harmless.h"

#include <string.h>

static bool is_one_of(const char *name, size_t size, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (size == strlen(names[i]) && memcmp(name, names[i], size) == 0)
            return true;
    return false;
}
#define IS_ONE_OF(name, size, names) is_one_of(name, size, names, sizeof(names) / sizeof *(names))

static bool begins(const char *name, size_t size, const char *with)
{
    return size >= strlen(with) && memcmp(name, with, strlen(with)) == 0;
}

bool harmless_builtin(const char *name, size_t size)
{
    static const char *const prefixes[] = {
        "__atomic_",
        "__sync_",
        "__builtin_expect",
        "__builtin_constant_p",
        "__builtin_clz",
        "__builtin_ctz",
        "__builtin_popcount",
        "__builtin_bswap",
        "__builtin_va_",
        "__builtin_ffs",
        "__builtin_offsetof",
        "__builtin_unreachable",
        "__builtin_add_overflow",
        "__builtin_mul_overflow",
        "__builtin_prefetch",
        "__builtin_types_compatible_p",
        "__builtin_sub_overflow",
        "__builtin_huge_val",
        "__builtin_choose_expr",
        "__builtin_frame_address",
        "__builtin_return_address",
        "__builtin_ia32_",
        "__builtin_shuffle",
        "__builtin_convertvector",
        "__builtin_elementwise_",
        "__builtin_reduce_",
        "__builtin_assume_aligned",
        "__builtin_object_size",
        "__builtin_is_constant_evaluated",
        "__builtin_bit_cast",
        "__builtin_parity",
        "__builtin_copysign",
        "__builtin_signbit",
        "__builtin_fma",
        "__builtin_isnan",
        "__builtin_isinf",
        "__builtin_isfinite",
        "__builtin_isless",
        "__builtin_isgreater",
        "__builtin_isunordered",
        "__builtin_inf",
        "__builtin_nan",
    };
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (begins(name, size, prefixes[i]))
            return true;
    return begins(name, size, "__builtin_") && harmless_function(name + 10, size - 10);
}

bool harmless_function(const char *name, size_t size)
{
    static const char *const names[] = {
        "abs",
        "labs",
        "llabs",
        "fabs",
        "fabsf",
        "fabsl",
        "sqrt",
        "sqrtf",
        "isalnum",
        "isalpha",
        "isblank",
        "iscntrl",
        "isdigit",
        "isgraph",
        "islower",
        "isprint",
        "ispunct",
        "isspace",
        "isupper",
        "isxdigit",
        "tolower",
        "toupper",
        "__ctype_b_loc",
        "__ctype_tolower_loc",
        "__ctype_toupper_loc",
        "__errno_location",
    };
    static const char *const prefixes[] = {"_mm_", "_mm256_", "_mm512_"}; /* vectors of x86 */
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (begins(name, size, prefixes[i]))
            return !begins(name, size, "_mm_malloc") && !begins(name, size, "_mm_free");
    return IS_ONE_OF(name, size, names);
}

bool harmless_copies(const char *name, size_t size, bool builtin)
{
    static const char *const names[] = {"memcpy", "memmove", "memset", "memcmp"};
    size_t prefix = builtin && begins(name, size, "__builtin_") ? strlen("__builtin_") : 0;
    return IS_ONE_OF(name + prefix, size - prefix, names);
}
