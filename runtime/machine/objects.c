/*
 * objects.c - see objects.h.
 *
 * A call into another object goes through a word of the caller's that the loader has filled, or fills at the first call.
 * The tables from which it knows where those words are and what they stand for stay in memory.
 */
#include "runtime/machine/objects.h"

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#if __SIZEOF_POINTER__ == 8
#define SYMBOL_OF ELF64_R_SYM
#else
#define SYMBOL_OF ELF32_R_SYM
#endif

struct object {
    ElfW(Addr) base, end;
    const ElfW(Dyn) * dynamic;
    uintptr_t fixed, fixed_end; /* pages that were made read-only when it had been loaded */
};

static bool object_init(struct object *object, const struct dl_phdr_info *info)
{
    uintptr_t page = getauxval(AT_PAGESZ);
    *object = (struct object){.base = info->dlpi_addr};
    for (ElfW(Half) i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_LOAD && start + header->p_memsz > object->end)
            object->end = start + header->p_memsz;
        if (header->p_type == PT_DYNAMIC)
            object->dynamic = (const void *)start;
        if (header->p_type == PT_GNU_RELRO) {
            object->fixed = start & -page;
            object->fixed_end = (start + header->p_memsz) & -page;
        }
    }
    return object->dynamic;
}

static ElfW(Addr) entry(const struct object *object, ElfW(Sxword) tag)
{
    for (const ElfW(Dyn) *each = object->dynamic; each->d_tag != DT_NULL; each++)
        if (each->d_tag == tag)
            return each->d_un.d_ptr;
    return 0;
}

/* Null where there is none. Some loaders leave addresses as they are in the file. */
static const void *table(const struct object *object, ElfW(Sxword) tag)
{
    ElfW(Addr) address = entry(object, tag);
    return (const void *)(address && address < object->base ? address + object->base : address);
}

static uint32_t hash_of(const char *name)
{
    uint32_t hash = 5381;
    for (; *name; name++)
        hash = hash * 33 + (unsigned char)*name;
    return hash;
}

static bool is_definition(const ElfW(Sym) * symbol, const char *names, const char *name)
{
    unsigned type = symbol->st_info & 0xf;
    return symbol->st_shndx != SHN_UNDEF && (type == STT_FUNC || type == STT_OBJECT || type == STT_NOTYPE) &&
           strcmp(names + symbol->st_name, name) == 0;
}

/* The symbols of one hash stand together, and the lowest bit of a hash says that it is the last of its bucket. */
static const ElfW(Sym) *
    find_by_hash(const uint32_t *hashes, const ElfW(Sym) * symbols, const char *names, const char *name)
{
    uint32_t buckets = hashes[0], first = hashes[1], words = hashes[2], hash = hash_of(name);
    const ElfW(Addr) *filter = (const void *)&hashes[4];
    const uint32_t *bucket = (const void *)&filter[words], *chain = bucket + buckets;
    uint32_t at = buckets ? bucket[hash % buckets] : 0;
    if (at < first)
        return NULL;
    do
        if ((chain[at - first] | 1) == (hash | 1) && is_definition(&symbols[at], names, name))
            return &symbols[at];
    while (!(chain[at++ - first] & 1));
    return NULL;
}

static const ElfW(Sym) *
    find_one_by_one(const uint32_t *hashes, const ElfW(Sym) * symbols, const char *names, const char *name)
{
    for (uint32_t i = 0; i < hashes[1]; i++)
        if (is_definition(&symbols[i], names, name))
            return &symbols[i];
    return NULL;
}

static const ElfW(Sym) * find_in(const struct object *object, const char *name)
{
    const uint32_t *hashes = table(object, DT_GNU_HASH), *old = table(object, DT_HASH);
    const ElfW(Sym) *symbols = table(object, DT_SYMTAB);
    const char *names = table(object, DT_STRTAB);
    if (symbols && names && hashes)
        return find_by_hash(hashes, symbols, names, name);
    return symbols && names && old ? find_one_by_one(old, symbols, names, name) : NULL;
}

struct search {
    const char *name;
    uintptr_t found;
};

static int search(struct dl_phdr_info *info, size_t size, void *state)
{
    struct search *search = state;
    struct object object;
    (void)size;
    const ElfW(Sym) *symbol = object_init(&object, info) ? find_in(&object, search->name) : NULL;
    if (symbol)
        search->found = object.base + symbol->st_value;
    return symbol != NULL;
}

uintptr_t objects_find(const char *name)
{
    struct search it = {.name = name};
    dl_iterate_phdr(search, &it);
    return it.found;
}

static int count(struct dl_phdr_info *info, size_t size, void *state)
{
    if (size >= offsetof(struct dl_phdr_info, dlpi_adds) + sizeof info->dlpi_adds)
        *(unsigned long long *)state = info->dlpi_adds;
    return 1;
}

unsigned long long objects_loaded(void)
{
    unsigned long long loaded = 0;
    dl_iterate_phdr(count, &loaded);
    return loaded;
}

struct redirection {
    const struct redirect *redirects;
    size_t count;
    const struct objects_choice *choice; /* null: all */
    bool begins[256];                    /* a name with this letter, since there are many others */
};

static const struct redirect *redirect_of(const struct redirection *all, const char *name)
{
    if (!all->begins[(unsigned char)*name])
        return NULL;
    for (size_t i = 0; i < all->count; i++)
        if (all->redirects[i].original && strcmp(all->redirects[i].name, name) == 0)
            return &all->redirects[i];
    return NULL;
}

static void store(const struct object *object, uintptr_t *word, uintptr_t value)
{
    uintptr_t page = getauxval(AT_PAGESZ), at = (uintptr_t)word;
    bool fixed = at >= object->fixed && at < object->fixed_end;
    if (fixed && mprotect((void *)(at & -page), page, PROT_READ | PROT_WRITE) != 0)
        return;
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
    if (fixed)
        mprotect((void *)(at & -page), page, PROT_READ);
}

/* A word for calls that is not bound yet leads back into the object itself. */
static bool is_bound(const struct object *object, uintptr_t value, const struct redirect *redirect, bool calls)
{
    bool waits = value >= object->base && value < object->end;
    return value == redirect->original || (calls && (!redirect->whoever || waits));
}

/* With and without an addend relocations begin alike. What is not there for calls alone may hold anything by now. */
static void redirect_in(const struct object *object, const struct redirection *all, ElfW(Sxword) tag, size_t size,
                        size_t each, bool calls)
{
    const char *relocations = table(object, tag), *names = table(object, DT_STRTAB);
    const ElfW(Sym) *symbols = table(object, DT_SYMTAB);
    for (size_t at = 0; relocations && symbols && names && at < size; at += each) {
        const ElfW(Rel) *relocation = (const void *)(relocations + at);
        const ElfW(Sym) *symbol = &symbols[SYMBOL_OF(relocation->r_info)];
        const struct redirect *redirect =
            SYMBOL_OF(relocation->r_info) ? redirect_of(all, names + symbol->st_name) : NULL;
        uintptr_t *word = (uintptr_t *)(object->base + relocation->r_offset);
        if (redirect && (symbol->st_shndx == SHN_UNDEF || redirect->whoever) && *word != redirect->replacement &&
            is_bound(object, *word, redirect, calls))
            store(object, word, redirect->replacement);
    }
}

static bool is_chosen(const struct objects_choice *choice, const struct object *object, const char *path)
{
    return !choice || ((!choice->has || find_in(object, choice->has)) &&
                       (!choice->lacks || !find_in(object, choice->lacks)) && !strstr(path, choice->path_lacks));
}

static int redirect(struct dl_phdr_info *info, size_t size, void *state)
{
    const struct redirection *all = state;
    struct object object;
    (void)size;
    if (!object_init(&object, info) || object.dynamic == _DYNAMIC || !is_chosen(all->choice, &object, info->dlpi_name))
        return 0;
    size_t each = entry(&object, DT_PLTREL) == DT_RELA ? sizeof(ElfW(Rela)) : sizeof(ElfW(Rel));
    redirect_in(&object, state, DT_JMPREL, entry(&object, DT_PLTRELSZ), each, true);
    redirect_in(&object, state, DT_RELA, entry(&object, DT_RELASZ), sizeof(ElfW(Rela)), false);
    redirect_in(&object, state, DT_REL, entry(&object, DT_RELSZ), sizeof(ElfW(Rel)), false);
    return 0;
}

void objects_redirect_in(const struct objects_choice *choice, const struct redirect *redirects, size_t count)
{
    struct redirection all = {.redirects = redirects, .count = count, .choice = choice};
    for (size_t i = 0; i < count; i++)
        all.begins[(unsigned char)*redirects[i].name] = true;
    dl_iterate_phdr(redirect, &all);
}

void objects_redirect(const struct redirect *redirects, size_t count)
{
    objects_redirect_in(NULL, redirects, count);
}
