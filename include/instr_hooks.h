/*
 * instr_hooks.h - what an object has whose functions are measured by the compiler's own hooks (-finstrument-functions).
 *
 * The compiler puts calls of two functions into each function, which tell where that begins in memory. instr-cc has the
 * assembly text of the unit in its hands on its way to the assembler (instrumenter/hooks/): it gives the two functions names of
 * ours, puts 16 bytes before each function that is to be measured, descriptors behind, and what stands here, as assembly text.
 *
 *     8 bytes  __INSTR_HOOKED   a function without descriptor has other bytes there, or one of another object
 *     4 bytes                   how far the descriptor lies from here
 *     4 bytes                   unused
 *     function:
 *
 * A hook reads these bytes and its descriptor, and finds all it needs there.
 */
#ifndef INSTR_HOOKS_H
#define INSTR_HOOKS_H

#include "instr_abi.h"

#define __INSTR_HOOKED 0x30316b6f6f487349ul /* "IsHook10" in memory: it ends in the version of the ABI */

/* The descriptor of such a function. */
struct __instr_hooked {
    struct __instr_region __region;
    const char *__symbol; /* as the assembly text calls the function, up to a point */
    void *__known;        /* its __state when it was entered last, which stays when the region is switched off */
};

/* What resolve("instr_leave_hooked", 0) gives: leaves the newest call of the region that is open. */
typedef void __instr_leave_hooked_fn(const struct __instr_hooked *);

#ifndef __INSTR_NO_BOOT

/* Null until the runtime is asked. */
extern __instr_leave_hooked_fn *__instr_hook_left10 __attribute__((__weak__, __visibility__("hidden")));
__instr_leave_hooked_fn *__instr_hook_left10 = (__instr_leave_hooked_fn *)0;

__INSTR_SHARED void __instr_hook_none10(const struct __instr_hooked *__hooked)
{
    (void)__hooked;
}

/* The runtime, or another of them that does not know of hooks: then nothing is entered either. Null: it is too early to ask. */
__INSTR_SHARED __instr_leave_hooked_fn *__instr_hook_ask10(void)
{
    __instr_leave_hooked_fn *__leave =
        (__instr_leave_hooked_fn *)__instr_link10.__resolve("instr_leave_hooked", (void (*)(void))0);
    if (__instr_link10.__enter == __instr_enter_first10)
        return (__instr_leave_hooked_fn *)0;
    __leave = __leave ? __leave : __instr_hook_none10;
    __atomic_store_n(&__instr_hook_left10, __leave, 0);
    return __leave;
}

__INSTR_PROBE struct __instr_hooked *__instr_hook_find(void *__function)
{
    const char *__before = (const char *)__function - 16;
    if (*(const unsigned long *)(const void *)__before != __INSTR_HOOKED)
        return (struct __instr_hooked *)0;
    return (struct __instr_hooked *)(void *)(__before + 8 + *(const int *)(const void *)(__before + 8));
}

/* As a probe by assembly does: a call that is only counted has no frame. */
__INSTR_SHARED void __instr_hook_enter10(void *__function, void *__site)
{
    struct __instr_hooked *__hooked = __instr_hook_find(__function);
    __instr_leave_hooked_fn *__leave = __instr_hook_left10;
    (void)__site;
    if (!__hooked || !__hooked->__region.__state)
        return;
    if (!__leave)
        __leave = __instr_hook_ask10();
    void *__state = __hooked->__region.__state;
    if (!__leave || __leave == __instr_hook_none10 || !__state)
        return;
    if (__hooked->__known != __state)
        __atomic_store_n(&__hooked->__known, __state, 0);
#ifdef __INSTR_STUBS
    register void *__entered __asm__("r11") = __state;
    __asm__ __volatile__("call __instr_stub_enter10" : "+r"(__entered) : : "rax", "r8", "r9", "r10", "cc", "memory");
#else
    __instr_link10.__enter(&__hooked->__region);
#endif
}

__INSTR_SHARED void __instr_hook_exit10(void *__function, void *__site)
{
    const struct __instr_hooked *__hooked = __instr_hook_find(__function);
    (void)__site;
    if (__hooked && __hooked->__known)
        __instr_hook_left10(__hooked);
}

#endif /* __INSTR_NO_BOOT */

#endif
