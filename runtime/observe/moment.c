/* moment.c - see moment.h. */
#include "runtime/observe/moment.h"

#include "runtime/machine/word.h"
#include "runtime/measure/store/thread_self.h"

/* Into `moment`; whether it had all of that already. */
static bool read_once(const struct thread *thread, struct moment *moment)
{
    struct moment now = {0};
    now.path = GET(thread->path);
    now.probing = GET(thread->probing);
    now.top = (uintptr_t)GET(thread->top);
    bool same = now.path == moment->path && now.probing == moment->probing && now.top == moment->top;
    *moment = now;
    return same;
}

struct moment moment_read(const struct thread *thread)
{
    enum { TRIES = 8 };
    struct moment moment = {0};
    read_once(thread, &moment);
    for (int i = 0; i < TRIES && !read_once(thread, &moment); i++)
        ;
    return moment;
}
