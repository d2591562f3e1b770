/*
 * libclang.c - see libclang.h.
 *
 * The library must be of the version whose header was compiled in. It is looked for where it was when instr was
 * configured, then by its name wherever the system keeps libraries.
 */
#include "instrumenter/front/libclang.h"

#include <dlfcn.h>

struct libclang libclang;

static bool find_all(void *library)
{
    bool all = true;
#define X(name)                                                                                                        \
    *(void **)&libclang.name = dlsym(library, "clang_" #name);                                                         \
    all = all && libclang.name;
    LIBCLANG_FUNCTIONS(X)
#undef X
    return all;
}

bool libclang_load(struct error *error)
{
    static enum { UNTRIED, LOADED, MISSING } state;
    if (state == UNTRIED) {
        void *library = dlopen(INSTR_LIBCLANG_FOLDER "/" INSTR_LIBCLANG_NAME, RTLD_LAZY | RTLD_LOCAL);
        if (!library)
            library = dlopen(INSTR_LIBCLANG_NAME, RTLD_LAZY | RTLD_LOCAL);
        state = library && find_all(library) ? LOADED : MISSING;
    }
    return state == LOADED || error_set(error, ERROR_INTERNAL, "can't load %s", INSTR_LIBCLANG_NAME);
}
