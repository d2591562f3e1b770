/* code_here.c - see observer_view.h. */
#include "runtime/observe/observer_view.h"

#include "profile/profile.h"
#include "runtime/machine/relaxed.h"
#include "runtime/observe/raw.h"

enum {
    MOST_SITES = 2048,  /* of a function */
    READ_NS = 100000000 /* between two times that the program's objects are read */
};

/* The object that has the code. Objects come and go, and reading what there is takes long in programs that have many mappings. */
static struct code_object *object_at(struct looker *looker, uint64_t counter, uint64_t now)
{
    enum { CHEAP = 100 };
    struct code_object *object = code_map_object(&looker->code, counter);
    if (object || now - looker->code_read < READ_NS + CHEAP * looker->code_takes)
        return object;
    uint64_t begin = raw_now_ns();
    code_map_read(&looker->code);
    looker->code_read = now;
    looker->code_takes = raw_now_ns() - begin;
    return code_map_object(&looker->code, counter);
}

/* The function's own: the first. One that is only counted does that as it begins. Null: it is not measured. */
static const struct site_entry *own_of(const struct site_entry *sites, uint32_t count, struct code_function function)
{
    enum { BEGINNING = 48 };
    for (uint32_t i = 0; i < count; i++)
        if (GET(sites[i].kind) == SITE_ENTER ||
            (i == 0 && GET(sites[i].kind) == SITE_COUNT && GET(sites[i].address) - function.from < BEGINNING))
            return &sites[i];
    return NULL;
}

/* A text of the store; null: it does not end inside. */
static const char *text_at(const struct looker *looker, const char *text)
{
    enum { MOST = 4096, WORD = 8 };
    for (uint32_t size = WORD; size <= MOST; size += WORD) {
        const char *words = look_at(looker, (uintptr_t)text, size);
        if (!words)
            return NULL;
        for (uint32_t i = size - WORD; i < size; i++)
            if (!words[i])
                return words;
    }
    return NULL;
}

static const struct region *region_next(const struct looker *looker, const struct region *region)
{
    const struct region *next = region ? GET(region->next) : __atomic_load_n(&looker->store->regions, __ATOMIC_ACQUIRE);
    return look_at(looker, (uintptr_t)next, sizeof *next);
}

/* Where the program has come so far that it is worth while. */
static void read_source(const struct looker *looker, struct source_map *map, uint64_t now)
{
    enum { MOST_REGIONS = 1 << 20 };
    uint32_t count = 0;
    if (!source_map_is_due(map, now - GET(looker->store->observed.began)))
        return;
    for (const struct region *at = NULL; count < MOST_REGIONS && (at = region_next(looker, at));)
        count++;
    const struct region *region = source_map_expect(map, count) ? region_next(looker, NULL) : NULL;
    const char *record = NULL, *path = NULL;
    for (; region && count; count--, region = region_next(looker, region)) {
        if (GET(region->record) != record)
            path = text_at(looker, record = GET(region->record));
        if (path && GET(region->kind) == REGION_FUNCTION)
            source_map_tell(map, path, GET(region->line), (uintptr_t)region);
    }
    source_map_read(map);
}

static bool is_trivial(const struct looker *looker, uint64_t address)
{
    const struct region *region = look_at(looker, address, sizeof *region);
    return region && GET(region->flags) & __INSTR_COUNTED;
}

static bool is_measured(const struct looker *looker, uint64_t address)
{
    const struct region *region = look_at(looker, address, sizeof *region);
    return region && GET(region->wanted);
}

static bool is_function(const struct looker *looker, uint64_t address)
{
    const struct region *region = look_at(looker, address, sizeof *region);
    return region && GET(region->kind) == REGION_FUNCTION;
}

bool code_here_has(const struct code_here *here, uint64_t region)
{
    for (uint32_t i = 0; i < here->site_count; i++)
        if (GET(here->sites[i].region) == region)
            return true;
    return false;
}

/* The function that is measured whose probe the code at an address is, or from whose source it was made; 0: not known. */
static uint64_t source_here(const struct looker *looker, const struct code_here *here, uint64_t address)
{
    const struct site_entry *sites = here->sites;
    uint32_t like_it, before;
    code_map_sites(sites, here->site_count, 0, address + 1, &before);
    if (before && address - GET(sites[before - 1].address) < GET(sites[before - 1].size))
        return GET(sites[before - 1].region);
    const struct source_entry *functions = source_map_at(&here->object->source, address, &like_it);
    for (uint32_t i = 0; i < like_it; i++)
        if (like_it == 1 ? is_measured(looker, functions->is) : code_here_has(here, functions[i].is))
            return functions[i].is;
    return 0;
}

static void add_region(struct code_here *here, uint64_t region)
{
    for (uint32_t i = 0; i < here->count; i++)
        if (here->open[i] == region)
            return;
    if (here->count < CODE_HERE_OPEN)
        here->open[here->count++] = region;
}

/* The calls that the ways to the code say, the innermost first. Of functions, the source knows better than these which one is the innermost:
 * it knows trivial ones, and code that was moved. Code that a compiler took out of a function, as a parallel region, has blocks alone. */
static void find_open(const struct looker *looker, struct code_function function, uint64_t counter,
                      struct code_here *here)
{
    const struct site_entry *own = own_of(here->sites, here->site_count, function);
    const struct code_flow *flow =
        here->object ? code_map_flow(here->object, function, here->sites, here->site_count, own) : NULL;
    uint64_t open[CODE_HERE_OPEN] = {own ? GET(own->region) : 0}, region = source_here(looker, here, counter);
    uint32_t count = flow ? code_flow_at(flow, counter, open, CODE_HERE_OPEN) : own != NULL, first = 0, outer = 0;
    while (outer < count && !is_function(looker, open[outer]))
        outer++;
    bool blocks_alone = region && outer == count && !is_trivial(looker, region);
    for (uint32_t i = outer; region && i < count; i++)
        if (open[i] == region) {
            for (first = i; first && !is_function(looker, open[first - 1]);)
                first--;
            region = 0;
        }
    if (region && !blocks_alone)
        add_region(here, region);
    for (uint32_t i = first; i < count; i++)
        add_region(here, open[i]);
    if (blocks_alone)
        add_region(here, region);
}

/* What part of a probe the counter is in. Of a demoted function's, two instructions without effect are left. A processor that is found at
 * these waits for what is before them. */
static void find_part(const struct looker *looker, uint64_t counter, struct code_here *here)
{
    const struct site_entry *sites = here->sites;
    for (uint32_t i = 0; i < here->site_count && GET(sites[i].address) <= counter; i++)
        if (counter - GET(sites[i].address) < GET(sites[i].size)) {
            bool adds = GET(sites[i].kind) == SITE_COUNT || GET(sites[i].kind) == SITE_ADD;
            here->adds |= adds;
            here->probe |= !adds && !look_is_demoted(looker, GET(sites[i].region));
        }
}

/* The probes between two addresses, which are in one object. */
static const struct site_entry *sites_between(const struct looker *looker, uint64_t from, uint64_t to, uint32_t *found)
{
    enum { MOST_TABLES = 4096 };
    const struct site_table *table =
        look_at(looker, (uintptr_t)__atomic_load_n(&looker->store->sites, __ATOMIC_ACQUIRE), sizeof *table);
    *found = 0;
    for (int i = 0; table && i < MOST_TABLES; i++) {
        uint32_t count = GET(table->count);
        const struct site_entry *entries =
            look_at(looker, (uintptr_t)GET(table->entries), (uint64_t)count * sizeof *entries);
        const struct site_entry *first = entries && count ? code_map_sites(entries, count, from, to, found) : NULL;
        if (*found)
            return first;
        table = look_at(looker, (uintptr_t)GET(table->next), sizeof *table);
    }
    return NULL;
}

void code_here_at(struct looker *looker, uint64_t counter, uint64_t now, struct code_here *here)
{
    uint32_t found = 0;
    here->object = NULL;
    here->count = here->site_count = 0;
    here->adds = here->beside = false;
    here->known = here->probe = counter >= looker->own_from && counter < looker->own_to;
    if (here->probe || !GET(looker->store->sites))
        return;
    here->object = object_at(looker, counter, now);
    struct code_function function =
        here->object ? code_map_function(here->object, counter) : (struct code_function){0, 0, NULL};
    here->sites = sites_between(looker, function.from, function.to, &found);
    here->known = found || (here->object && looker->own_to);
    here->probe = found && GET(here->sites->kind) == SITE_STUB;
    if (here->probe)
        return;
    here->site_count = found < MOST_SITES ? found : MOST_SITES;
    find_part(looker, counter, here);
    if (!found) {
        if (here->object)
            sites_between(looker, here->object->from, here->object->to, &found);
        here->beside = found;
        return;
    }
    if (GET(looker->store->settings.adaptive))
        read_source(looker, &here->object->source, now);
    find_open(looker, function, counter, here);
    for (uint32_t i = 0; i < here->count; i++)
        here->frameless[i] = is_trivial(looker, here->open[i]) || look_is_demoted(looker, here->open[i]);
    if (here->count && is_trivial(looker, here->open[here->count - 1]) && !GET(looker->store->settings.adaptive))
        here->count--; /* paths are exact, and these have none */
}
