/*
 * cxx_threads.c - see cxx_threads.h.
 *
 * Only libstdc++ is told where to call: threads of other libraries, as those of an OpenMP team, are nobody's who happens to be
 * the first to need them.
 */
#include "runtime/attach/cxx_threads.h"

#include "runtime/machine/objects.h"
#include "runtime/measure/thread.h"

#include <stdint.h>

void cxx_threads_look(void)
{
#ifndef INSTR_STATIC_RUNTIME
    static const struct objects_choice library = {
        .has = "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
        .path_lacks = "libinstr"};
    static unsigned long long seen;
    unsigned long long loaded = objects_loaded();
    if (__atomic_exchange_n(&seen, loaded, __ATOMIC_RELAXED) == loaded)
        return;
    struct redirect redirect = {"pthread_create", objects_find("pthread_create"), (uintptr_t)thread_create, false};
    objects_redirect_in(&library, &redirect, 1);
#endif
}
