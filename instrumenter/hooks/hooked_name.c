/* hooked_name.c - see hooked_name.h. */
#include "instrumenter/hooks/hooked_name.h"

#include "common/cxx_symbol.h"
#include "common/name.h"

#include <string.h>

/* Returns the length without the dot and number that distinguish functions of one name. */
static size_t length_of(const char *symbol)
{
    const char *point = strrchr(symbol, '.');
    bool numbered = point && point > symbol && point[1] && point[1 + strspn(point + 1, "0123456789")] == '\0';
    return numbered ? (size_t)(point - symbol) : strlen(symbol);
}

static const char *name_of_fortran(const char *symbol, size_t length, struct arena *arena)
{
    const char *procedure = name_starts(symbol, "__") ? strstr(symbol, "_MOD_") : NULL;
    if (!strcmp(symbol, "MAIN__"))
        return "main";
    if (procedure)
        return arena_printf(arena, "%.*s::%.*s", (int)(procedure - symbol - 2), symbol + 2,
                            (int)(symbol + length - procedure - 5), procedure + 5);
    bool outside = length > 1 && symbol[length - 1] == '_';
    bool second = outside && length > 3 && symbol[length - 2] == '_' && memchr(symbol, '_', length - 2);
    return arena_copy(arena, symbol, length - outside - second);
}

const char *hooked_name(const char *symbol, bool fortran, struct arena *arena)
{
    size_t length = length_of(symbol);
    const char *cxx = fortran ? NULL : cxx_symbol_demangle(symbol, arena);
    return fortran ? name_of_fortran(symbol, length, arena) : cxx ? cxx : arena_copy(arena, symbol, length);
}

bool hooked_name_is_made(const char *symbol, bool fortran)
{
    static const char *const PARTS[] = {".cold",      ".part.",      ".constprop.", ".isra.",   "._omp_",
                                        ".simdclone", ".localalias", ".resolver",   ".lto_priv"};
    static const char *const STARTS[] = {"_GLOBAL__",
                                         "_ZGV",
                                         "_ZGI",
                                         "_ZTW",
                                         "_ZTH",
                                         "_ZTh",
                                         "_ZTv",
                                         "_ZTc",
                                         "_sub_I_",
                                         "_sub_D_",
                                         "__tls_init",
                                         "__clang_call_terminate",
                                         "__cxx_global_var_init",
                                         "__cxx_global_array_dtor"};
    bool made = fortran && !strcmp(symbol, "main");
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        made = made || strstr(symbol, PARTS[i]);
    for (size_t i = 0; i < sizeof STARTS / sizeof *STARTS; i++)
        made = made || name_starts(symbol, STARTS[i]);
    return made;
}

bool hooked_name_is_implicit(const char *symbol, bool fortran)
{
    static const char *const PARTS[] = {"_MOD___copy_", "_MOD___final_", "_MOD___deallocate_"};
    bool implicit = name_starts(symbol, "master.");
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        implicit = implicit || strstr(symbol, PARTS[i]);
    return fortran && implicit;
}
