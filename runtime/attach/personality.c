/*
 * personality.c - see personality.h.
 *
 * The list is that of the C++ ABI for Itanium: how places and lengths are written, its length in bytes, and for each stretch of
 * code where it begins, its length, where its cleanup is, and what is caught there. It is sorted.
 */
#include "runtime/attach/personality.h"

#include "common/machine.h"
#include "runtime/machine/objects.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unwind.h>

#define PERSONALITY "__gxx_personality_v0"

typedef _Unwind_Reason_Code routine(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                                    struct _Unwind_Exception *exception, struct _Unwind_Context *context);

/* Functions of the unwinder, with which the runtime is not linked; NULL if the program has none. */
#pragma weak _Unwind_GetLanguageSpecificData
#pragma weak _Unwind_GetIPInfo
#pragma weak _Unwind_GetRegionStart
#pragma weak _Unwind_GetCFA
#pragma weak _Unwind_Backtrace

/* The routine of objects that bring their own, or that were built to ask for it. */
static routine *brought;

enum { NONE = 0xff, LEB128 = 0x01, WORD = 0x03 };

static uintptr_t read_leb128(const uint8_t **at)
{
    uintptr_t value = 0;
    unsigned shift = 0;
    do
        value |= (uintptr_t)(**at & 0x7f) << shift, shift += 7;
    while (*(*at)++ & 0x80);
    return value;
}

static uintptr_t read_number(const uint8_t **at, uint8_t how)
{
    uint32_t word;
    if (how == LEB128)
        return read_leb128(at);
    memcpy(&word, *at, sizeof word);
    *at += sizeof word;
    return word;
}

/* Returns whether the list lacks the place, an offset in the function. Returns false if the list's form is unknown. */
static bool lacks(const uint8_t *list, uintptr_t place)
{
    if (!list || *list++ != NONE)
        return false;
    if (*list++ != NONE)
        read_leb128(&list);
    uint8_t how = *list++;
    uintptr_t size = read_leb128(&list);
    if (how != LEB128 && how != WORD)
        return false;
    for (const uint8_t *end = list + size; list < end;) {
        uintptr_t begin = read_number(&list, how), length = read_number(&list, how);
        if (place - begin < length)
            return false;
        if (place < begin)
            break;
        read_number(&list, how);
        read_leb128(&list);
    }
    return true;
}

/* The code called by assembly probes, which is in no list: probe.S. On other machines the compiler sees what a probe calls. */
#if MACHINE_X86_64
extern const char probe_stubs_begin[], probe_stubs_end[];
#else
static const char probe_stubs_begin[1], *const probe_stubs_end = probe_stubs_begin;
#endif

struct walk {
    uintptr_t to; /* a frame */
    bool found;   /* there is one that no list need have */
};

static _Unwind_Reason_Code look_at(struct _Unwind_Context *context, void *state)
{
    struct walk *walk = state;
    int is_interrupted = 0;
    uintptr_t place = _Unwind_GetIPInfo(context, &is_interrupted);
    walk->found = is_interrupted || (place >= (uintptr_t)probe_stubs_begin && place < (uintptr_t)probe_stubs_end);
    return walk->found || _Unwind_GetCFA(context) == walk->to ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/* Returns whether the unwinding began in a signal handler, or in a probe, below a function. That code is still on the stack. If something had
 * been cleaned up since, the functions around it may throw, and the lists of their callers contain these calls. */
static bool began_anywhere(struct _Unwind_Context *context)
{
    struct walk walk = {.to = _Unwind_GetCFA(context)};
    _Unwind_Backtrace(look_at, &walk);
    return walk.found;
}

static _Unwind_Reason_Code answer(routine *original, int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                                  struct _Unwind_Exception *exception, struct _Unwind_Context *context)
{
    int is_interrupted = 0;
    uintptr_t place = _Unwind_GetIPInfo(context, &is_interrupted) - _Unwind_GetRegionStart(context);
    bool forced = actions & _UA_FORCE_UNWIND;
    if (version == 1 && (is_interrupted || forced) &&
        lacks(_Unwind_GetLanguageSpecificData(context), place - !is_interrupted) &&
        (is_interrupted || began_anywhere(context)))
        return _URC_CONTINUE_UNWIND;
    return original(version, actions, kind, exception, context);
}

static bool has_unwinder(void)
{
    return &_Unwind_GetIPInfo && &_Unwind_Backtrace;
}

static _Unwind_Reason_Code ask(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                               struct _Unwind_Exception *exception, struct _Unwind_Context *context)
{
    return answer(brought, version, actions, kind, exception, context);
}

static routine ask_loaded;

static struct redirect loaded = {PERSONALITY, (uintptr_t)ask_loaded, 0};

static _Unwind_Reason_Code ask_loaded(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                                      struct _Unwind_Exception *exception, struct _Unwind_Context *context)
{
    return answer((routine *)loaded.original, version, actions, kind, exception, context);
}

#ifdef INSTR_STATIC_RUNTIME
/* Called by code compiled for a fixed address: the linker redirects the name here, see plan_argv.c. */
extern routine __real___gxx_personality_v0 __attribute__((weak)), __wrap___gxx_personality_v0;

_Unwind_Reason_Code __wrap___gxx_personality_v0(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                                                struct _Unwind_Exception *exception, struct _Unwind_Context *context)
{
    return answer(__real___gxx_personality_v0, version, actions, kind, exception, context);
}
#else
void personality_begin(void)
{
    static struct objects_watch watch = {.redirects = &loaded, .count = 1};
    if (has_unwinder())
        objects_redirect(&watch);
}
#endif

void (*personality_find(const char *name, void (*original)(void)))(void)
{
    routine *found = (routine *)original;
    if (strcmp(name, PERSONALITY) != 0 || !has_unwinder() || found == ask || found == ask_loaded)
        return NULL;
#ifdef INSTR_STATIC_RUNTIME
    if (found == __wrap___gxx_personality_v0)
        return NULL;
#endif
    /* A second one, as where libraries bring their own, stays what it is. */
    if (brought && brought != found)
        return NULL;
    brought = found;
    return (void (*)(void))ask;
}
