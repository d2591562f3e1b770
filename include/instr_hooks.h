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

#define __INSTR_HOOKED 0x31316b6f6f487349ul /* "IsHook11" in memory: it ends in the version of the ABI */

/* The descriptor of such a function. */
struct __instr_hooked {
    struct __instr_region __region;
    const char *__symbol; /* as the assembly text calls the function, up to a point */
};

#ifndef __INSTR_NO_BOOT

__INSTR_PROBE struct __instr_hooked *__instr_hook_find(void *__function)
{
    const char *__before = (const char *)__function - 16;
    if (*(const unsigned long *)(const void *)__before != __INSTR_HOOKED)
        return (struct __instr_hooked *)0;
    return (struct __instr_hooked *)(void *)(__before + 8 + *(const int *)(const void *)(__before + 8));
}

/* What a probe does. A call is told by its function alone. The stack of a hook tells nothing: the one at the end is often a jump, when the
 * function has given its own back, and the function may have taken more of it meanwhile. */
__INSTR_SHARED void __instr_hook_enter11(void *__function, void *__site)
{
    struct __instr_hooked *__hooked = __instr_hook_find(__function);
    (void)__site;
    if (!__hooked || !__hooked->__region.__state)
        return;
    if (!(__hooked->__region.__flags & __INSTR_DEMOTED))
        __instr_link11.__begin(&__hooked->__region, (void *)0);
#ifdef __INSTR_STUBS
    if (__hooked->__region.__calls)
        __instr_count(&__hooked->__region, __hooked->__region.__calls, 1);
#endif
}

__INSTR_SHARED void __instr_hook_exit11(void *__function, void *__site)
{
    struct __instr_hooked *__hooked = __instr_hook_find(__function);
    (void)__site;
    if (__hooked && __hooked->__region.__state && !(__hooked->__region.__flags & __INSTR_DEMOTED_WHOLE))
        __instr_link11.__end(&__hooked->__region, (void *)0);
}

#ifdef __INSTR_STUBS
/* Before a call of MPI: r11 is its "MPI_X@FILE:LINE". Keeps all that may be arguments. */
__INSTR_NAKED void __instr_hook_site11(void)
{
    __asm__ __volatile__("push %%rbp\n\t"
                         ".cfi_def_cfa_offset 16\n\t"
                         ".cfi_offset rbp, -16\n\t"
                         "mov %%rsp, %%rbp\n\t"
                         ".cfi_def_cfa_register rbp\n\t"
                         ".irp r, rax, rdi, rsi, rdx, rcx, r8, r9, r10\n\tpush %%\\r\n\t.endr\n\t"
                         "sub $136, %%rsp\n\t"
                         ".irp i, 0, 1, 2, 3, 4, 5, 6, 7\n\tmovups %%xmm\\i, 16*\\i(%%rsp)\n\t.endr\n\t"
                         "mov %%r11, %%rdi\n\t"
                         "xor %%esi, %%esi\n\t"
                         "call *%0\n\t"
                         ".irp i, 0, 1, 2, 3, 4, 5, 6, 7\n\tmovups 16*\\i(%%rsp), %%xmm\\i\n\t.endr\n\t"
                         "add $136, %%rsp\n\t"
                         ".irp r, r10, r9, r8, rcx, rdx, rsi, rdi, rax, rbp\n\tpop %%\\r\n\t.endr\n\t"
                         ".cfi_def_cfa rsp, 8\n\t"
                         "ret"
                         :
                         : "m"(__instr_link11.__resolve));
}
#endif

#endif /* __INSTR_NO_BOOT */

#endif
