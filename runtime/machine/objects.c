/*
 * objects.c - see objects.h.
 *
 * A call into another object goes through a word of the caller's that the loader has filled, or fills at the first call.
 * The tables from which it knows where those words are and what they stand for stay in memory.
 *
 * The loader lists an object before it fills its words. So a word is touched only if it holds the original, or leads back
 * into its own object, where it waits for its first call: one that is not filled yet holds neither. Its object is looked
 * through again, at the latest when the dlopen that loads it has returned. What is read-only when it is filled is written as
 * code is: to change the protection of such pages would be the loader's business, which may be about to do that itself.
 *
 * dl_iterate_phdr calls back under a lock of the loader's, so what is below has none of its own.
 */
#include "runtime/machine/objects.h"

#include "runtime/machine/code.h"
#include "runtime/machine/signals_blocked.h"

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if __SIZEOF_POINTER__ == 8
#define SYMBOL_OF ELF64_R_SYM
#else
#define SYMBOL_OF ELF32_R_SYM
#endif

struct object {
    ElfW(Addr) base, end;
    const ElfW(Dyn) * dynamic;
    uintptr_t fixed, fixed_end; /* what is read-only once it has been loaded */
};

static bool object_init(struct object *object, const struct dl_phdr_info *info)
{
    *object = (struct object){.base = info->dlpi_addr};
    for (ElfW(Half) i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_LOAD && start + header->p_memsz > object->end)
            object->end = start + header->p_memsz;
        if (header->p_type == PT_DYNAMIC)
            object->dynamic = (const void *)start;
        if (header->p_type == PT_GNU_RELRO) {
            object->fixed = start;
            object->fixed_end = start + header->p_memsz;
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

/* Returns a table of an object, or NULL. Some loaders leave addresses as they are in the file. */
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

/* Returns whether a symbol is a definition: of several versions the one used for linking today. */
static bool is_definition(const ElfW(Sym) * symbol, const ElfW(Half) * version, const char *names, const char *name)
{
    enum { HIDDEN = 0x8000 };
    unsigned type = symbol->st_info & 0xf;
    return !(version && *version & HIDDEN) && symbol->st_shndx != SHN_UNDEF &&
           (type == STT_FUNC || type == STT_OBJECT || type == STT_NOTYPE) && strcmp(names + symbol->st_name, name) == 0;
}

/* Looks up a symbol by hash. Symbols of one bucket are contiguous, and the lowest bit of a hash marks the last one. */
static const ElfW(Sym) * find_by_hash(const uint32_t *hashes, const ElfW(Sym) * symbols, const ElfW(Half) * versions,
                                      const char *names, const char *name)
{
    uint32_t buckets = hashes[0], first = hashes[1], words = hashes[2], hash = hash_of(name);
    const ElfW(Addr) *filter = (const void *)&hashes[4];
    const uint32_t *bucket = (const void *)&filter[words], *chain = bucket + buckets;
    uint32_t at = buckets ? bucket[hash % buckets] : 0;
    if (at < first)
        return NULL;
    do
        if ((chain[at - first] | 1) == (hash | 1) &&
            is_definition(&symbols[at], versions ? &versions[at] : NULL, names, name))
            return &symbols[at];
    while (!(chain[at++ - first] & 1));
    return NULL;
}

static const ElfW(Sym) * find_one_by_one(const uint32_t *hashes, const ElfW(Sym) * symbols, const ElfW(Half) * versions,
                                         const char *names, const char *name)
{
    for (uint32_t i = 0; i < hashes[1]; i++)
        if (is_definition(&symbols[i], versions ? &versions[i] : NULL, names, name))
            return &symbols[i];
    return NULL;
}

static const ElfW(Sym) * find_in(const struct object *object, const char *name)
{
    const uint32_t *hashes = table(object, DT_GNU_HASH), *old = table(object, DT_HASH);
    const ElfW(Sym) *symbols = table(object, DT_SYMTAB);
    const ElfW(Half) *versions = table(object, DT_VERSYM);
    const char *names = table(object, DT_STRTAB);
    if (symbols && names && hashes)
        return find_by_hash(hashes, symbols, versions, names, name);
    return symbols && names && old ? find_one_by_one(old, symbols, versions, names, name) : NULL;
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

static struct objects_watch *watches;

/* The objects that were examined: their number, at a certain number of loads and unloads. */
static struct {
    unsigned long long adds, subs;
    size_t count;
    bool all;
} seen;

struct walk {
    size_t from, at;
    bool full, found; /* look through all; an original has come */
    int file;         /* for code_write */
};

enum { NOT_OPEN = -2 };

static struct redirect *redirect_of(const struct objects_watch *watch, const char *name)
{
    if (!watch->begins[(unsigned char)*name])
        return NULL;
    for (size_t i = 0; i < watch->count; i++)
        if (watch->redirects[i].original && strcmp(watch->redirects[i].name, name) == 0)
            return &watch->redirects[i];
    return NULL;
}

static void store(const struct object *object, struct walk *walk, uintptr_t *word, uintptr_t was, uintptr_t value)
{
    if ((uintptr_t)word - object->fixed >= object->fixed_end - object->fixed) {
        __atomic_compare_exchange_n(word, &was, value, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
        return;
    }
    if (walk->file == NOT_OPEN)
        walk->file = code_open();
    if (walk->file >= 0)
        code_write(walk->file, (const uint8_t *)word, &value, sizeof value);
}

/* Redirects calls in an object. Relocations with and without an addend begin alike. Words that are not for calls only may hold anything by
 * now. Returns true if the loader has not filled in all words yet. */
static bool redirect_in(const struct object *object, const struct objects_watch *watch, struct walk *walk,
                        ElfW(Sxword) tag, size_t size, size_t each, bool calls)
{
    const char *relocations = table(object, tag), *names = table(object, DT_STRTAB);
    const ElfW(Sym) *symbols = table(object, DT_SYMTAB);
    bool empty = false;
    for (size_t at = 0; relocations && symbols && names && at < size; at += each) {
        const ElfW(Rel) *relocation = (const void *)(relocations + at);
        const ElfW(Sym) *symbol = &symbols[SYMBOL_OF(relocation->r_info)];
        bool here = symbol->st_shndx != SHN_UNDEF;
        const struct redirect *redirect =
            SYMBOL_OF(relocation->r_info) && (!here || watch->own) ? redirect_of(watch, names + symbol->st_name) : NULL;
        if (!redirect)
            continue;
        uintptr_t *word = (uintptr_t *)(object->base + relocation->r_offset);
        uintptr_t value = __atomic_load_n(word, __ATOMIC_RELAXED);
        bool waits = calls && value - object->base < object->end - object->base &&
                     !(here && value == object->base + symbol->st_value);
        empty |= value < object->end - object->base && object->base;
        if (value == redirect->original || waits)
            store(object, walk, word, value, redirect->replacement);
    }
    return empty;
}

static bool defines_any(const struct objects_watch *watch, const struct object *object)
{
    for (size_t i = 0; i < watch->count; i++)
        if (find_in(object, watch->redirects[i].name))
            return true;
    return false;
}

/* Returns whether an object imports a watched name. Imports precede the object's own symbols, which have hashes. Most objects import none, so
 * their relocations, perhaps many thousands, need not be read. */
static bool names_any(const struct objects_watch *watch, const struct object *object)
{
    const uint32_t *hashes = table(object, DT_GNU_HASH);
    const ElfW(Sym) *symbols = table(object, DT_SYMTAB);
    const char *names = table(object, DT_STRTAB);
    if (!hashes || hashes[1] < 2 || !symbols || !names) /* of an object that has no symbols of its own the first is 1 */
        return true;
    for (uint32_t i = 1; i < hashes[1]; i++)
        if (redirect_of(watch, names + symbols[i].st_name))
            return true;
    return watch->own && defines_any(watch, object);
}

/* Returns whether to examine an object. The program, which has no path, may have hashes for imports, too. */
static bool is_chosen(const struct objects_watch *watch, const struct object *object, const char *path)
{
    return (!*path || names_any(watch, object)) && (!watch->has || find_in(object, watch->has)) &&
           (!watch->lacks || !find_in(object, watch->lacks)) &&
           (!watch->path_lacks || !strstr(path, watch->path_lacks));
}

static void find_originals(const struct object *object, struct walk *walk)
{
    for (struct objects_watch *watch = watches; watch; watch = watch->next)
        for (size_t i = 0; i < watch->count; i++) {
            const ElfW(Sym) *symbol = watch->redirects[i].original ? NULL : find_in(object, watch->redirects[i].name);
            if (!symbol)
                continue;
            watch->redirects[i].original = object->base + symbol->st_value;
            walk->found = true;
        }
}

/* Redirects calls in an object. Returns true if some of its words are not filled in yet. */
static bool redirect(const struct object *object, const char *path, struct walk *walk)
{
    bool empty = false;
    size_t each = entry(object, DT_PLTREL) == DT_RELA ? sizeof(ElfW(Rela)) : sizeof(ElfW(Rel));
    for (const struct objects_watch *watch = watches; watch; watch = watch->next)
        if (is_chosen(watch, object, path)) {
            empty |= redirect_in(object, watch, walk, DT_JMPREL, entry(object, DT_PLTRELSZ), each, true);
            empty |= redirect_in(object, watch, walk, DT_RELA, entry(object, DT_RELASZ), sizeof(ElfW(Rela)), false);
            empty |= redirect_in(object, watch, walk, DT_REL, entry(object, DT_RELSZ), sizeof(ElfW(Rel)), false);
        }
    return empty;
}

/* Starts at the newest objects, which are the last ones; after an unload all are examined. Returns false if there is nothing new. */
static bool begin(const struct dl_phdr_info *info, struct walk *walk)
{
    if (info->dlpi_subs != seen.subs)
        walk->full = true;
    if (!walk->full && seen.all && info->dlpi_adds == seen.adds)
        return false;
    seen.adds = info->dlpi_adds;
    seen.subs = info->dlpi_subs;
    seen.all = true;
    walk->from = walk->full ? 0 : seen.count;
    return true;
}

static int visit(struct dl_phdr_info *info, size_t size, void *state)
{
    struct walk *walk = state;
    struct object object;
    (void)size;
    if (walk->at == 0 && !begin(info, walk))
        return 1;
    if (walk->at++ < walk->from)
        return 0;
    if (object_init(&object, info) && object.dynamic != _DYNAMIC) {
        find_originals(&object, walk);
        seen.all &= !redirect(&object, info->dlpi_name, walk);
    }
    if (seen.all)
        seen.count = walk->at;
    return 0;
}

static void look(bool full)
{
    struct walk walk = {.full = full, .file = NOT_OPEN};
    int saved = errno;
    signals_blocked_begin();
    dl_iterate_phdr(visit, &walk);
    if (walk.found) { /* older objects may call it, too */
        walk = (struct walk){.full = true, .file = walk.file};
        dl_iterate_phdr(visit, &walk);
    }
    if (walk.file >= 0)
        code_close(walk.file);
    signals_blocked_end();
    errno = saved;
}

void objects_redirect(struct objects_watch *watch)
{
    for (size_t i = 0; i < watch->count; i++)
        watch->begins[(unsigned char)*watch->redirects[i].name] = true;
    watch->next = watches;
    __atomic_store_n(&watches, watch, __ATOMIC_RELEASE);
    look(true);
}

void objects_look(void)
{
    look(false);
}
