/* apart_plan.c - decides which parts of the program's memory the observer keeps, see observer_spawn.h. Runs in the program. */
#include "runtime/observe/observer_spawn.h"

#include "runtime/observe/raw.h"

#include <elf.h>
#include <link.h>
#include <sys/auxv.h>

/* Set by the linker: the beginning of this library's file in memory. */
extern const char __ehdr_start[] __attribute__((weak, visibility("hidden")));

/* Keeps a range of memory. There are so few ranges that moving them costs nothing. */
static void keep(struct apart *apart, uintptr_t from, uintptr_t to)
{
    if (apart->count == OBSERVER_SPAWN_PARTS)
        return;
    size_t at = apart->count++;
    for (; at && apart->parts[at - 1].from > from; at--)
        apart->parts[at] = apart->parts[at - 1];
    apart->parts[at] =
        (struct observer_spawn_part){from & ~(apart->page - 1), (to + apart->page - 1) & ~(apart->page - 1)};
}

/* The code and its constants. */
static bool keep_code(struct apart *apart)
{
    const ElfW(Ehdr) *file = (const void *)__ehdr_start;
    if (!file || file->e_phentsize != sizeof(ElfW(Phdr)))
        return false;
    const ElfW(Phdr) *header = (const ElfW(Phdr) *)(const void *)(__ehdr_start + file->e_phoff);
    uintptr_t base = 0;
    size_t others = apart->count;
    for (int i = 0; i < file->e_phnum; i++)
        if (header[i].p_type == PT_LOAD && header[i].p_offset == 0)
            base = (uintptr_t)file - header[i].p_vaddr;
    for (int i = 0; i < file->e_phnum; i++)
        if (header[i].p_type == PT_LOAD && !(header[i].p_flags & PF_W)) {
            keep(apart, base + header[i].p_vaddr, base + header[i].p_vaddr + header[i].p_memsz);
            if (header[i].p_flags & PF_X && (uintptr_t)header != getauxval(AT_PHDR))
                apart->own = (struct observer_spawn_part){base + header[i].p_vaddr,
                                                          base + header[i].p_vaddr + header[i].p_memsz};
        }
    return apart->count > others;
}

bool observer_spawn_plan(struct apart *apart, struct observer_spawn_part store, struct observer_spawn_part room)
{
    apart->count = 0;
    apart->page = (uintptr_t)getauxval(AT_PAGESZ);
    apart->store = store;
    apart->own = (struct observer_spawn_part){0, 0};
    keep(apart, store.from, store.to);
    keep(apart, room.from, room.to);
    return RAW_CALLS && apart->page && keep_code(apart);
}
