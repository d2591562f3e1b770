/*
 * static_start.c - provides thread-local variables for code that runs in a static program before it has any.
 *
 * The GNU C library lets resolvers of ifuncs run first. They may call a function whose calls are counted in a variable of the thread
 * (struct __instr_self, on x86-64). So the first thread has zeros there until the C library gives it its own. The linker leads what is
 * called before the resolvers here, see plan_argv.c. Nothing is relocated yet in a static PIE, and errno is such a variable.
 */
#include "common/machine.h"

extern void __real__dl_relocate_static_pie(void) __attribute__((weak, visibility("hidden")));
extern void __wrap__dl_relocate_static_pie(void);

#if MACHINE_X86_64
#include <asm/prctl.h>
#include <elf.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>

extern const Elf64_Ehdr __ehdr_start __attribute__((visibility("hidden")));

static long ask(long number, long a, long b, long c, long d)
{
    register long fourth __asm__("r10") = d, fifth __asm__("r8") = -1, sixth __asm__("r9") = 0;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "0"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                     : "rcx", "r11", "memory");
    return result;
}

static void give_variables(size_t size)
{
    enum { PAGE = 4096 };
    size_t below = (size + PAGE - 1) & ~(size_t)(PAGE - 1);
    long block = ask(SYS_mmap, 0, (long)below + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS);
    if (block < 0 && block > -PAGE)
        return;
    uintptr_t *self = (uintptr_t *)((uintptr_t)block + below);
    *self = (uintptr_t)self; /* what is below it is found by this word */
    ask(SYS_arch_prctl, ARCH_SET_FS, (long)self, 0, 0);
}

static void prepare(void)
{
    const Elf64_Phdr *parts = (const void *)((const char *)&__ehdr_start + __ehdr_start.e_phoff);
    for (unsigned i = 0; i < __ehdr_start.e_phnum; i++)
        if (parts[i].p_type == PT_TLS)
            give_variables(parts[i].p_memsz + parts[i].p_align);
}
#else
static void prepare(void)
{
}
#endif

void __wrap__dl_relocate_static_pie(void)
{
    prepare();
    if (&__real__dl_relocate_static_pie)
        __real__dl_relocate_static_pie();
}
