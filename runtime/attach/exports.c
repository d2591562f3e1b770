/*
 * exports.c - the programming interface under its own names, for callers without instr.h: other languages, dlsym, C with declarations of its own.
 *
 * The first call starts the runtime, as with the header's functions. If the runtime can't work, all functions do nothing.
 */
#define INSTR_RUNTIME_ITSELF
#pragma GCC visibility push(default)
#include "include/instr.h"
/* In the header these are macros that add the place. */
#undef instr_start
#undef instr_stop
#undef instr_pause
#undef instr_resume
int instr_start(const char *name);
int instr_stop(const char *name);
int instr_pause(const char *name);
int instr_resume(const char *name);
#pragma GCC visibility pop

#include "runtime/attach/attach.h"

#include <stdatomic.h>
#include <stddef.h>

static const struct instr_api *_Atomic found;

static const struct instr_api *find_api(void)
{
    const struct instr_api *api = atomic_load_explicit(&found, memory_order_acquire);
    if (!api && (api = attach_program(sizeof *api)))
        atomic_store_explicit(&found, api, memory_order_release);
    return api;
}

#define EXPORT(type, none, name, parameters, arguments)                                                                \
    type name parameters                                                                                               \
    {                                                                                                                  \
        const struct instr_api *api = find_api();                                                                      \
        return api ? api->name arguments : (none);                                                                     \
    }
__INSTR_TABLE(EXPORT)

int instr_start(const char *name)
{
    return instr_start_at(name, NULL, 0);
}

int instr_stop(const char *name)
{
    return instr_stop_at(name, NULL, 0);
}

int instr_pause(const char *name)
{
    return instr_pause_label_at(instr_label_get(name), NULL, 0);
}

int instr_resume(const char *name)
{
    return instr_resume_label_at(instr_label_get(name), NULL, 0);
}
