/* code.c - see code.h. */
#include "runtime/machine/code.h"

#include "runtime/machine/sandbox.h"

#include <fcntl.h>
#include <link.h>
#include <sys/auxv.h>
#include <unistd.h>

struct search {
    uintptr_t inside;
    struct code found;
};

static bool holds(const struct dl_phdr_info *info, uintptr_t address)
{
    bool here = false;
    for (ElfW(Half) i = 0; i < info->dlpi_phnum; i++)
        here |= info->dlpi_phdr[i].p_type == PT_LOAD &&
                address - info->dlpi_addr - info->dlpi_phdr[i].p_vaddr < info->dlpi_phdr[i].p_memsz;
    return here;
}

static int search(struct dl_phdr_info *info, size_t size, void *state)
{
    struct search *search = state;
    struct code code = {NULL, NULL};
    (void)size;
    if (!holds(info, search->inside))
        return 0;
    for (ElfW(Half) i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_LOAD && (header->p_flags & (PF_R | PF_W | PF_X)) == (PF_R | PF_X) && !code.start)
            code = (struct code){(const uint8_t *)start, (const uint8_t *)start + header->p_filesz};
    }
    search->found = code;
    return 1;
}

struct code code_around(const void *inside)
{
    struct search it = {.inside = (uintptr_t)inside};
    dl_iterate_phdr(search, &it);
    return it.found;
}

/* Returns whether the file is this process's memory: an emulator of the processor may pass on its own. */
static bool is_ours(int file)
{
    uint64_t here, there = 0;
    here = (uintptr_t)&here ^ (uintptr_t)search;
    return pread(file, &there, sizeof there, (off_t)(uintptr_t)&here) == sizeof there && there == here;
}

int code_open(void)
{
    if (sandbox_is_entered() || getauxval(AT_SECURE))
        return -1;
    int file = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
    if (file < 0 || is_ours(file))
        return file;
    close(file);
    return -1;
}

bool code_write(int file, const uint8_t *at, const void *bytes, size_t size)
{
    return pwrite(file, bytes, size, (off_t)(uintptr_t)at) == (ssize_t)size;
}

void code_close(int file)
{
    close(file);
}

struct replacing {
    uintptr_t was, now;
    int file;
    bool any;
};

/* Replaces words in an object. Memory that is read-only since loading was writable before. */
static void replace_in(const struct dl_phdr_info *info, const ElfW(Phdr) * header, struct replacing *it)
{
    const uintptr_t *word = (const uintptr_t *)(info->dlpi_addr + header->p_vaddr + (-header->p_vaddr & 7));
    const uintptr_t *end = (const uintptr_t *)(info->dlpi_addr + header->p_vaddr + header->p_filesz);
    for (; word < end; word++)
        it->any |= *word == it->was && code_write(it->file, (const uint8_t *)word, &it->now, sizeof it->now);
}

static int replace(struct dl_phdr_info *info, size_t size, void *state)
{
    struct replacing *it = state;
    (void)size;
    if (!holds(info, it->was))
        return 0;
    for (ElfW(Half) i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_W)
            replace_in(info, &info->dlpi_phdr[i], it);
    return 1;
}

bool code_replace_words(uintptr_t was, uintptr_t now)
{
    struct replacing it = {was, now, code_open(), false};
    if (it.file < 0)
        return false;
    dl_iterate_phdr(replace, &it);
    code_close(it.file);
    return it.any;
}
