/*
 * misaligned.c - calls functions, and the end, from frames whose stack is not aligned as the ABI wants: old assembly
 * does so, and the C library bears it.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int n;

__attribute__((noinline, used)) static void work(void)
{
    n++;
}

__attribute__((noinline)) static void branch(int depth)
{
    work();
    if (depth > 0) {
        branch(depth - 1);
        branch(depth - 1);
    }
}

static const char *how = "";

__attribute__((noinline, used)) static void inner(void)
{
    branch(8);
    for (int i = 0; i < 100000; i++)
        work();
    if (!strcmp(how, "exit"))
        exit(3);
    if (!strcmp(how, "_exit"))
        _exit(3);
    if (!strcmp(how, "quick_exit"))
        quick_exit(3);
}

__attribute__((noinline)) static void outer(void)
{
#ifdef __x86_64__
    __asm__ volatile("mov %%rsp, %%rbx\n\tsub $256, %%rsp\n\tand $-16, %%rsp\n\tsub $8, %%rsp\n\tcall inner\n\tmov %%rbx, %%rsp"
                     :
                     :
                     : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc");
#else
    inner();
#endif
}

int main(int argc, char **argv)
{
    if (argc > 1)
        how = argv[1];
    outer();
    return 3;
}
