/* thread_self.c - what the calling thread knows of itself, see thread.h: apart, for what lies below thread.c needs it too. */
#include "runtime/measure/light_table.h"

#include "base/machine.h"

static struct __instr_frame nobodys = {.node = &tree_nowhere};
struct thread thread_nobody = {.top = &nobodys, .path = TREE_NO_PATH, .slots = LIGHT_NOTHING, .mask = LIGHT_ODD};
THREAD_LOCAL struct thread *thread_self = &thread_nobody;

long thread_self_offset(void)
{
#if MACHINE_X86_64
    char *pointer;
    __asm__("mov %%fs:0, %0" : "=r"(pointer));
    return (char *)&thread_self - pointer;
#elif MACHINE_ARM64
    char *pointer;
    __asm__("mrs %0, tpidr_el0" : "=r"(pointer));
    return (char *)&thread_self - pointer;
#else
    return 0;
#endif
}
