/* big_stack.c - see big_stack.h. */
#include "runtime/machine/big_stack.h"

#include "common/machine.h"
#include "runtime/machine/process.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>

#if MACHINE_X86_64 || MACHINE_ARM64

enum { ROOM = 256 << 10, ENOUGH = 64 << 10, USUAL = 8 << 20 };

/* Calls function(argument) with the stack pointer at `top`. */
void big_stack_call(void (*function)(void *argument), void *argument, void *top) __attribute__((visibility("hidden")));

#if MACHINE_X86_64
#define ROOMY_CALL                                                                                                     \
    "push %rbp\n"                                                                                                      \
    ".cfi_def_cfa_offset 16\n"                                                                                         \
    ".cfi_offset rbp, -16\n"                                                                                           \
    "mov %rsp, %rbp\n"                                                                                                 \
    ".cfi_def_cfa_register rbp\n"                                                                                      \
    "mov %rdx, %rsp\n"                                                                                                 \
    "mov %rdi, %rax\n"                                                                                                 \
    "mov %rsi, %rdi\n"                                                                                                 \
    "call *%rax\n"                                                                                                     \
    "leave\n"                                                                                                          \
    ".cfi_def_cfa rsp, 8\n"
#else
#define ROOMY_CALL                                                                                                     \
    "stp x29, x30, [sp, #-16]!\n"                                                                                      \
    ".cfi_def_cfa_offset 16\n"                                                                                         \
    ".cfi_offset x29, -16\n"                                                                                           \
    ".cfi_offset x30, -8\n"                                                                                            \
    "mov x29, sp\n"                                                                                                    \
    ".cfi_def_cfa_register x29\n"                                                                                      \
    "mov sp, x2\n"                                                                                                     \
    "mov x3, x0\n"                                                                                                     \
    "mov x0, x1\n"                                                                                                     \
    "blr x3\n"                                                                                                         \
    "mov sp, x29\n"                                                                                                    \
    ".cfi_def_cfa sp, 16\n"                                                                                            \
    "ldp x29, x30, [sp], #16\n"                                                                                        \
    ".cfi_def_cfa_offset 0\n"                                                                                          \
    ".cfi_restore x29\n"                                                                                               \
    ".cfi_restore x30\n"
#endif

__asm__(".pushsection .text\n"
        ".p2align 4\n"
        ".globl big_stack_call\n"
        ".hidden big_stack_call\n"
        ".type big_stack_call, %function\n"
        "big_stack_call:\n"
        ".cfi_startproc\n" ROOMY_CALL "ret\n"
        ".cfi_endproc\n"
        ".size big_stack_call, . - big_stack_call\n"
        ".popsection\n");

/* Returns whether to stay on this stack: on the first one, at whose end the kernel put data; and under valgrind, which takes a nearby stack
 * for part of this one. */
static bool stays(void)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0), end = (uintptr_t)getauxval(AT_EXECFN);
    struct rlimit limit;
    size_t size = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < USUAL ? (size_t)limit.rlim_cur : USUAL;
    return (here < end && end - here + ENOUGH < size) || process_is_emulated();
}

void big_stack_run(void (*function)(void *argument), void *argument)
{
    char *room = stays() ? MAP_FAILED
                         : mmap(NULL, ROOM, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (room == MAP_FAILED) {
        function(argument);
        return;
    }
    big_stack_call(function, argument, room + ROOM);
    munmap(room, ROOM);
}

#else

void big_stack_run(void (*function)(void *argument), void *argument)
{
    function(argument);
}

#endif
