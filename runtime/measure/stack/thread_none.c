/* thread_none.c - the calling thread, see thread_self.h: apart from thread.c, as what lies below that needs it too. */
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/callbacks_up.h"
#include "runtime/measure/store/index.h"

static struct node nowhere;
static struct __instr_frame nobodys = {.node = &nowhere};
struct thread thread_none = {.top = &nobodys, .counting = counts_first, .tree.index = &index_none};
THREAD_LOCAL struct thread *thread_self = &thread_none;

long thread_self_offset(void)
{
    char *pointer = thread_pointer();
    return pointer ? (char *)&thread_self - pointer : 0;
}

struct thread *thread_settled(void)
{
    if (thread_self == &thread_none)
        steps.settle();
    return thread_self;
}
