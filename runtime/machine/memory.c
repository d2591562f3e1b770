/* memory.c - see memory.h. */
#include "runtime/machine/memory.h"

#include "runtime/machine/pages.h"

enum { PIECE = 32 << 10, ALIGN = 16 };

void *memory_take(struct memory *from, size_t size)
{
    size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if ((size_t)(from->end - from->next) < size) {
        size_t room = size > PIECE ? size : PIECE;
        char *memory = pages_map(room);
        if (!memory)
            return NULL;
        *from = (struct memory){memory, memory + room};
    }
    void *taken = from->next;
    from->next += size;
    return taken;
}
