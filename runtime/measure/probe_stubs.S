/*
 * probe_stubs.S - enter and leave for probes by assembly on x86-64, see struct __instr_stubs of include/instr_abi.h.
 *
 * They are the way out of what the program does itself: to the functions of probe.c, which are compiled to use no vector
 * registers; the general registers are kept for them here.
 */
#include "base/machine.h"

#if MACHINE_X86_64

#if defined(__CET__)
#include <cet.h>
#else
#define _CET_ENDBR
#endif

        .text

/* A stub that leads to a function of probe.c with one argument. */
.macro stub name function argument
        .p2align 6
        .globl  \name
        .hidden \name
        .type   \name, @function
\name:
        .cfi_startproc
        .cfi_def_cfa rsp, 8
        .cfi_offset rip, -8
        _CET_ENDBR
        push    %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset rbp, -16
        mov     %rsp, %rbp
        .cfi_def_cfa_register rbp
        push    %rdi
        push    %rsi
        push    %rdx
        push    %rcx
        push    %rax
        push    %r8
        push    %r9
        and     $-16, %rsp
        mov     \argument, %rdi
        call    \function
        mov     %rax, %r10
        mov     -8(%rbp), %rdi
        mov     -16(%rbp), %rsi
        mov     -24(%rbp), %rdx
        mov     -32(%rbp), %rcx
        mov     -40(%rbp), %rax
        mov     -48(%rbp), %r8
        mov     -56(%rbp), %r9
        leave
        .cfi_def_cfa rsp, 8
        ret
        .cfi_endproc
        .size   \name, . - \name
.endm

.macro stubs timing
        stub    probe_stub_enter_\timing probe_enter_\timing %r11
        stub    probe_stub_leave_\timing probe_leave_\timing %r10
.endm

        stubs   exact_tsc
        stubs   exact_other
        stubs   exact_metered
        stubs   adaptive_tsc
        stubs   adaptive_other
        stubs   adaptive_metered
        stubs   traced_tsc
        stubs   traced_other
        stubs   traced_metered

#endif

        .section .note.GNU-stack, "", @progbits
