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

/* Whether code of the call comes behind the place where it ends. */
static bool goes_on(const struct site_entry *sites, uint32_t count, uint32_t end)
{
    uint64_t region = GET(sites[end].region);
    for (uint32_t i = end + 1; i < count; i++) {
        uint32_t kind = GET(sites[i].kind);
        if (GET(sites[i].region) == region && (kind == SITE_ENTER || kind == SITE_LEAVE))
            return kind == SITE_LEAVE;
    }
    return false;
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

/* The calls that code is in, the innermost last, as the order of sites says. */
struct order {
    uint64_t open[CODE_HERE_OPEN];
    uint32_t depth; /* 0: the function is not measured */
};

/*
 * As the sites before the code say. Code of one call may end at several places. It is over behind the last of those that come before it
 * begins again. Code before the first site is the function's own. So is code behind the last.
 */
static struct order order_at(const struct site_entry *own, const struct site_entry *sites, uint32_t count,
                             uint64_t counter)
{
    struct order order = {{own ? GET(own->region) : 0}, own != NULL};
    for (uint32_t i = 0; own && i < count && GET(sites[i].address) <= counter; i++) {
        uint64_t region = GET(sites[i].region);
        if (GET(sites[i].kind) == SITE_ENTER && &sites[i] != own && order.depth < CODE_HERE_OPEN)
            order.open[order.depth++] = region;
        else if (GET(sites[i].kind) == SITE_LEAVE && order.depth > 1 && order.open[order.depth - 1] == region &&
                 !goes_on(sites, count, i))
            order.depth--;
    }
    return order;
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

static bool is_open(const struct code_here *here, uint64_t region)
{
    for (uint32_t i = 0; i < here->count; i++)
        if (here->open[i] == region)
            return true;
    return false;
}

/* The code before what was inlined is mostly that of the function that calls it. 0: none is known that has a probe and is not open. */
static uint64_t source_before(const struct looker *looker, struct code_function function, uint64_t address,
                              const struct code_here *here)
{
    enum { SPANS = 32 };
    for (int i = 0; i < SPANS && address > function.from; i++) {
        uint64_t region = source_here(looker, here, address);
        if (region && !is_open(here, region) && !is_trivial(looker, region))
            return region;
        address = source_map_begin(&here->object->source, address) - 1;
    }
    return 0;
}

static bool has_called_it(const struct looker *looker, uint64_t caller, uint64_t address)
{
    const struct region *region = look_at(looker, address, sizeof *region);
    for (int i = 0; region && i < REGION_CALLERS; i++)
        if ((uintptr_t)GET(region->callers[i]) == caller)
            return true;
    return false;
}

/* Of the function's regions one that called the last one while both had frames. The order of code says little of who was inlined into
 * whom. 0: none is known. */
static uint64_t caller_here(const struct looker *looker, const struct code_here *here)
{
    for (uint32_t i = 0; here->count && i < here->site_count; i++) {
        uint64_t caller = GET(here->sites[i].region);
        if (GET(here->sites[i].kind) == SITE_ENTER && has_called_it(looker, caller, here->open[here->count - 1]) &&
            !is_open(here, caller))
            return caller;
    }
    return 0;
}

static void add_region(struct code_here *here, uint64_t region)
{
    if (here->count < CODE_HERE_OPEN && !is_open(here, region))
        here->open[here->count++] = region;
}

/* A function is open, and before it what is open of its blocks. Code that a compiler took out of it, as a parallel region, has blocks alone. */
static void add_with_blocks(const struct looker *looker, struct code_here *here, const struct order *order,
                            uint64_t region)
{
    uint32_t first = order->depth, end;
    while (first && order->open[first - 1] != region)
        first--;
    bool blocks = first || !is_trivial(looker, region);
    for (end = first; blocks && end < order->depth && !is_function(looker, order->open[end]);)
        end++;
    while (end > first)
        add_region(here, order->open[--end]);
    add_region(here, region);
}

/* From the innermost to the function's own. Of functions, the source knows better than the order of sites in which the code is. */
static void find_open(const struct looker *looker, struct code_function function, uint64_t counter,
                      struct code_here *here)
{
    const struct order order =
        order_at(own_of(here->sites, here->site_count, function), here->sites, here->site_count, counter);
    uint64_t own = order.open[0], last = own && is_function(looker, own) ? own : 0;
    uint64_t region = source_here(looker, here, counter);
    if (!region && order.depth)
        region = order.open[order.depth - 1];
    while (region && here->count < CODE_HERE_OPEN) {
        add_with_blocks(looker, here, &order, region);
        if (region == last)
            break;
        region = caller_here(looker, here);
        if (!region)
            region = source_before(looker, function, counter, here);
        if (!region)
            region = last;
    }
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

void code_here_at(struct looker *looker, uint64_t counter, uint64_t now, struct code_here *here)
{
    struct site_table *table = &looker->store->sites;
    uint32_t count = GET(table->count), found = 0;
    const struct site_entry *entries =
        look_at(looker, (uintptr_t)GET(table->entries), (uint64_t)count * sizeof *entries);
    here->object = NULL;
    here->count = here->site_count = 0;
    here->adds = here->beside = false;
    here->known = here->probe = counter >= looker->own_from && counter < looker->own_to;
    if (here->probe || !entries)
        return;
    here->object = object_at(looker, counter, now);
    struct code_function function =
        here->object ? code_map_function(here->object, counter) : (struct code_function){0, 0, NULL};
    here->sites = code_map_sites(entries, count, function.from, function.to, &found);
    here->known = found || (here->object && looker->own_to);
    here->probe = found && GET(here->sites->kind) == SITE_STUB;
    if (here->probe)
        return;
    here->site_count = found < MOST_SITES ? found : MOST_SITES;
    find_part(looker, counter, here);
    if (!found) {
        if (here->object)
            code_map_sites(entries, count, here->object->from, here->object->to, &found);
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
