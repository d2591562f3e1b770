/* vectors_keep.S - see vectors.h. */
#include "common/machine.h"

#if MACHINE_X86_64

#if defined(__CET__)
#include <cet.h>
#else
#define _CET_ENDBR
#endif

/* x87, SSE, AVX, and the three of AVX-512. The tiles of AMX, and keys, no function of ours can touch. */
#define ALL 0xe7
/* Of them those beyond the first 576 bytes. */
#define LARGE 0xe4
#define HEADER 512
#define SIZE_SMALL 576
#define SIZE_ALL 2688

        .text
        .p2align 4
        .globl  vectors_keep
        .hidden vectors_keep
        .type   vectors_keep, @function
vectors_keep:
        .cfi_startproc
        _CET_ENDBR
        push    %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset rbp, -16
        mov     %rsp, %rbp
        .cfi_def_cfa_register rbp
        push    %rbx
        .cfi_offset rbx, -24
        mov     %rdi, %r11 /* the function, and its arguments */
        mov     %rsi, %rdi
        mov     %rdx, %rsi
        mov     %rcx, %r8
        mov     vectors_how(%rip), %ebx
        mov     $ALL, %eax
        cmp     $2, %ebx
        jne     1f
        mov     $1, %ecx
        xgetbv
        and     $ALL, %eax
1:      mov     %eax, %r9d
        xor     %edx, %edx
        sub     $SIZE_SMALL, %rsp
        test    $LARGE, %eax
        jz      2f
        sub     $(SIZE_ALL - SIZE_SMALL), %rsp
2:      and     $-64, %rsp
        cmp     $1, %ebx
        jb      3f
        mov     $0, %ecx
        mov     %rcx, HEADER(%rsp)
        mov     %rcx, HEADER + 8(%rsp)
        mov     %rcx, HEADER + 16(%rsp)
        mov     %rcx, HEADER + 24(%rsp)
        mov     %rcx, HEADER + 32(%rsp)
        mov     %rcx, HEADER + 40(%rsp)
        mov     %rcx, HEADER + 48(%rsp)
        mov     %rcx, HEADER + 56(%rsp)
        je      4f
        xsavec64 (%rsp)
        jmp     5f
3:      fxsave64 (%rsp)
        jmp     5f
4:      xsave64 (%rsp)
5:      mov     %r8, %rdx
        call    *%r11
        mov     %rax, %r8
        cmp     $1, %ebx
        jb      6f
        mov     $ALL, %eax
        xor     %edx, %edx
        xrstor64 (%rsp)
        jmp     7f
6:      fxrstor64 (%rsp)
7:      mov     %r8, %rax
        mov     -8(%rbp), %rbx
        leave
        .cfi_def_cfa rsp, 8
        ret
        .cfi_endproc
        .size   vectors_keep, . - vectors_keep

#endif

        .section .note.GNU-stack, "", @progbits
