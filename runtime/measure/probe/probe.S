/*
 * probe.S - enter and leave for probes by assembly on x86-64, see struct __instr_stubs of include/instr_abi.h.
 *
 * They are the way out of what the program does itself: to the functions of probe.c, which are compiled to use no vector
 * registers; the general registers are kept for them here.
 */
#include "common/machine.h"
#include "runtime/measure/probe/offsets.h"

#if MACHINE_X86_64

#if defined(__CET__)
#include <cet.h>
#else
#define _CET_ENDBR
#endif

        .text

/* Between these is what probes call. */
        .globl  probe_stubs_begin, probe_stubs_end
        .hidden probe_stubs_begin, probe_stubs_end
probe_stubs_begin:

/* The calling thread. */
.macro thread_to register
        mov     thread_self@gottpoff(%rip), \register
        mov     %fs:(\register), \register
.endm

/* A region that is off. r11: its descriptor. */
.macro begin_of_none slow
        cmpq    $0, REGION_STATE(%r11)
        jne     \slow
        ret
.endm

/*
 * A told call of a demoted function ends, or of one that is off (probe.c). Where the top frame is not its own and belongs to a function
 * whose frame does not lie deeper on the stack, the call has none: nothing is left to do. r11: its descriptor; r10: its CFA.
 */
.macro end_of_none slow
        testl   $FLAG_DEMOTED, REGION_FLAGS(%r11)
        jne     7f
        cmpq    $0, REGION_STATE(%r11)
        jne     \slow
7:      push    %rax
        .cfi_adjust_cfa_offset 8
        thread_to %rax
        mov     THREAD_TOP(%rax), %rax
        cmpq    $0, FRAME_DESCRIPTOR(%rax)
        je      1f
        cmp     %r10, FRAME_CFA(%rax)
        jb      8f
        jne     1f
        cmp     %r11, FRAME_DESCRIPTOR(%rax)
        je      8f
1:      pop     %rax
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_adjust_cfa_offset 8
8:      pop     %rax
        .cfi_adjust_cfa_offset -8
.endm

/*
 * A call is counted, of a thread that has something to count with: a loop may go on with what it read before that was so. r11: its
 * descriptor; r10: the object.
 */
.macro count_again slow
        thread_to %rax
        mov     THREAD_COUNTING(%rax), %rax
        add     (%r10), %rax            /* the object's slot */
        mov     (%rax), %rax
        test    %rax, %rax
        je      \slow
        add     REGION_CALLS(%r11), %rax
        incq    (%rax)
        ret
.endm

/* A stub that leads to a function of probe.c with r11 and r10 as its arguments; `quick` is tried before. */
.macro stub name, function, quick
        .p2align 6
        .globl  \name
        .hidden \name
        .type   \name, @function
\name:
        .cfi_startproc
        .cfi_def_cfa rsp, 8
        .cfi_offset rip, -8
        _CET_ENDBR
.ifnb \quick
        \quick  9f
.endif
9:      push    %rbp
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
        mov     %r11, %rdi
        mov     %r10, %rsi
        call    \function
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
        stub    probe_stub_begin_\timing, probe_begin_\timing, begin_of_none
        stub    probe_stub_end_\timing, probe_end_\timing, end_of_none
.endm

        stubs   timed_tsc
        stubs   timed_other
        stubs   timed_metered
        stubs   traced_tsc
        stubs   traced_other
        stubs   traced_metered
        stub    probe_stub_count, probe_count, count_again

probe_stubs_end:

#endif

        .section .note.GNU-stack, "", @progbits
