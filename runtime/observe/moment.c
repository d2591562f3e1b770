/* moment.c - see moment.h. */
#include "runtime/observe/moment.h"

#include "runtime/machine/word.h"
#include "runtime/measure/thread_self.h"

/* Into `moment`; whether it had all of that already. */
static bool read_once(const struct thread *thread, struct moment *moment)
{
    struct moment now = {.marks = {0}};
    uint64_t other;
    now.path = GET(thread->path);
    for (unsigned depth = 0; depth < __INSTR_DEPTHS; depth++)
        now.marks[depth] = GET(thread->marks[depth]);
    now.probing = GET(thread->probing);
    now.top = (uintptr_t)GET(thread->top);
    other = (now.path ^ moment->path) | (now.probing ^ moment->probing) | (now.top ^ moment->top);
    for (unsigned depth = 0; depth < __INSTR_DEPTHS; depth++)
        other |= now.marks[depth] ^ moment->marks[depth];
    *moment = now;
    return !other;
}

struct moment moment_read(const struct thread *thread)
{
    enum { TRIES = 8 };
    struct moment moment = {.marks = {0}};
    read_once(thread, &moment);
    for (int i = 0; i < TRIES && !read_once(thread, &moment); i++)
        ;
    return moment;
}
