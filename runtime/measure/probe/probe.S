/*
 * probe.S - enter and leave for probes by assembly on x86-64, see struct __instr_stubs of include/instr_abi.h.
 *
 * They are the way out of what the program does itself: to the functions of probe.c, which are compiled to use no vector
 * registers; the general registers are kept for them here.
 */
#include "base/machine.h"
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

/*
 * A call that is only counted and folds in the midst of calls without frames: found by its own key (light_table.h), and what
 * fill_frame of probe.c does for it, step by step. With all that probe.c looks at it would be a tenth of all instructions in a
 * program of recursion. r11: the region. All else goes on at `slow`, r11 as it was.
 */
.macro enter_folded slow
        thread_to %rax
        cmpb    $0, THREAD_LIGHT(%rax)
        je      \slow
        mov     THREAD_TOP(%rax), %r9
        add     $(2 * FRAME_SIZE), %r9
        cmp     THREAD_LIMIT(%rax), %r9
        jae     \slow
        mov     THREAD_PATH(%rax), %r10
        imul    $SLOT_FACTOR, %r11, %r8
        lea     SLOT_FRAMED(%r8, %r10), %r8 /* the key */
        mov     THREAD_MASK(%rax), %r9
        and     %r8, %r9
        add     THREAD_SLOTS(%rax), %r9
1:      cmp     %r8, (%r9)
        je      2f
        cmpq    $0, (%r9)
        je      \slow
        add     $SLOT_SIZE, %r9
        jmp     1b
2:      movb    $1, THREAD_PROBING(%rax)
        mov     SLOT_PATH(%r9), %r8
        incq    SLOT_CALLS(%r9)
        mov     THREAD_TOP(%rax), %r11
        mov     %r8, THREAD_PATH(%rax)
        dec     %r8                     /* the node */
        dec     %r10                    /* its caller */
        cmp     %r10, FRAME_NODE(%r11)
        je      3f
        movabs  $FRAME_BASE_START, %r9  /* upon a base */
        mov     %r10, FRAME_SIZE + FRAME_NODE(%r11)
        mov     %r9, FRAME_SIZE + FRAME_START(%r11)
        add     $(2 * FRAME_SIZE), %r11
        mov     %r8, FRAME_NODE(%r11)
        mov     %r11, THREAD_TOP(%rax)
        mov     %r10, FRAME_NODE - FRAME_SIZE(%r11)
        mov     %r9, FRAME_START - FRAME_SIZE(%r11)
        jmp     4f
3:      add     $FRAME_SIZE, %r11
        mov     %r8, FRAME_NODE(%r11)
        mov     %r11, THREAD_TOP(%rax)
4:      mov     %r8, FRAME_NODE(%r11)
        movb    $0, THREAD_PROBING(%rax)
        mov     %r11, %r10
        ret
.endm

/* The top frame, of a call that was only counted: what stack_pop does where no label is open. r10: the frame. */
.macro leave_counted slow
        thread_to %r11
        test    $1, %r10b
        jne     \slow
        cmpq    $0, FRAME_START(%r10)
        jne     \slow
        cmp     %r10, THREAD_TOP(%r11)
        jne     \slow
        cmpq    $0, THREAD_LABELS(%r11)
        jne     \slow
        cmpl    $NO_PATH, THREAD_PATH(%r11) /* whatever the highest byte says */
        je      \slow
        cmpl    $(FRAME_BASE_START >> 32), FRAME_START - FRAME_SIZE + 4(%r10)
        jne     1f
        cmpl    $0, FRAME_START - FRAME_SIZE(%r10)
        jne     \slow
1:      push    %rax
        .cfi_adjust_cfa_offset 8
        mov     FRAME_NODE - FRAME_SIZE(%r10), %rax
        lea     -FRAME_SIZE(%r10), %r10
        jne     2f
        movq    $0, FRAME_START(%r10)
        lea     -FRAME_SIZE(%r10), %r10
2:      inc     %rax
        mov     %r10, THREAD_TOP(%r11)
        mov     %rax, THREAD_PATH(%r11)
        pop     %rax
        .cfi_adjust_cfa_offset -8
        movb    $0, THREAD_PROBING(%r11)
        ret
.endm

/*
 * A call that is counted by function, of a thread that has something to count with: a loop may go on with what it read before that was
 * so. r11: its region; r10: null, or what the object has for the thread.
 */
.macro count_again slow
        cmpb    $0, counts_off(%rip)
        jne     2f
        thread_to %rax
        test    %r10, %r10
        je      1f
        cmpq    $0, (%r10)              /* it leads to no thread yet */
        je      \slow
1:      mov     THREAD_COUNTING(%rax), %rax
        mov     REGION_STATE(%r11), %r10
        test    %r10, %r10
        je      \slow
        add     (%r10), %rax            /* its unit's slot */
        xor     %r10d, %r10d
        mov     (%rax), %rax
        test    %rax, %rax
        je      \slow
        movzwl  REGION_FLAGS + 1(%r11), %r10d
        incq    (%rax, %r10, 8)
2:      ret
.endm

/* A stub that leads to a function of probe.c with one argument, or with r10 as another; `quick` is tried before. */
.macro stub name, function, argument, quick
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
        mov     \argument, %rdi
        mov     %r10, %rsi
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

.macro stubs timing, enter, leave
        stub    probe_stub_enter_\timing, probe_enter_\timing, %r11, \enter
        stub    probe_stub_leave_\timing, probe_leave_\timing, %r10, \leave
.endm

        stubs   exact_tsc
        stubs   exact_other
        stubs   exact_metered
        stubs   adaptive_tsc, enter_folded, leave_counted
        stubs   adaptive_other, enter_folded, leave_counted
        stubs   adaptive_metered, enter_folded, leave_counted
        stubs   traced_tsc
        stubs   traced_other
        stubs   traced_metered
        stub    probe_stub_count, probe_count, %r11, count_again

probe_stubs_end:

#endif

        .section .note.GNU-stack, "", @progbits
