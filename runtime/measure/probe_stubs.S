/*
 * probe_stubs.S - enter and leave for probes by assembly on x86-64, see struct __instr_stubs of include/instr_abi.h.
 *
 * They are the way out of what the program does itself: to the functions of probe.c, which are compiled to use no vector
 * registers; the general registers are kept for them here.
 *
 * The caller has moved its stack pointer below its red zone and does not tell its unwind tables: those here do, and give it
 * back the stack pointer that these tables mean.
 */
#include "runtime/measure/probe_stubs.h"

#if PROBE_HAS_STUBS

#if defined(__CET__)
#include <cet.h>
#else
#define _CET_ENDBR
#endif

#define RED_ZONE 128

        .text

.macro begin name
        .p2align 6
        .globl  \name
        .hidden \name
        .type   \name, @function
\name:
        .cfi_startproc
        .cfi_def_cfa rsp, 8 + RED_ZONE
        .cfi_offset rip, -8 - RED_ZONE
        _CET_ENDBR
.endm

.macro end name
        .cfi_endproc
        .size   \name, . - \name
.endm

.macro frame
        push    %rbp
        .cfi_def_cfa_offset 16 + RED_ZONE
        .cfi_offset rbp, -16 - RED_ZONE
        mov     %rsp, %rbp
        .cfi_def_cfa_register rbp
.endm

/* Out to a function of probe.c with one argument, and back with its result in rax. */
.macro in_c function argument
        frame
        push    %rdi
        push    %rsi
        push    %rdx
        push    %rcx
        and     $-16, %rsp
        mov     \argument, %rdi
        call    \function
        mov     -8(%rbp), %rdi
        mov     -16(%rbp), %rsi
        mov     -24(%rbp), %rdx
        mov     -32(%rbp), %rcx
        leave
        .cfi_def_cfa rsp, 8 + RED_ZONE
.endm

.macro stub_enter name
begin   probe_stub_enter_\name
        in_c    probe_enter_\name %r11
        mov     %rax, %r10
        ret
end     probe_stub_enter_\name
.endm

.macro stub_leave name
begin   probe_stub_leave_\name
        push    %rax
        .cfi_def_cfa_offset 16 + RED_ZONE
        push    %r8
        .cfi_def_cfa_offset 24 + RED_ZONE
        push    %r9
        .cfi_def_cfa_offset 32 + RED_ZONE
        push    %rbp
        .cfi_def_cfa_offset 40 + RED_ZONE
        .cfi_offset rbp, -40 - RED_ZONE
        mov     %rsp, %rbp
        .cfi_def_cfa_register rbp
        push    %rdi
        push    %rsi
        push    %rdx
        push    %rcx
        and     $-16, %rsp
        mov     %r10, %rdi
        call    probe_leave_\name
        mov     -8(%rbp), %rdi
        mov     -16(%rbp), %rsi
        mov     -24(%rbp), %rdx
        mov     -32(%rbp), %rcx
        leave
        .cfi_def_cfa rsp, 32 + RED_ZONE
        pop     %r9
        .cfi_def_cfa_offset 24 + RED_ZONE
        pop     %r8
        .cfi_def_cfa_offset 16 + RED_ZONE
        pop     %rax
        .cfi_def_cfa_offset 8 + RED_ZONE
        ret
end     probe_stub_leave_\name
.endm

        stub_enter exact_counter
        stub_enter exact_other
        stub_enter adaptive_counter
        stub_enter adaptive_other
        stub_leave exact_counter
        stub_leave exact_other
        stub_leave adaptive_counter
        stub_leave adaptive_other

#endif

        .section .note.GNU-stack, "", @progbits
