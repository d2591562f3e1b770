/* code_here.c - see observer_view.h. */
#include "runtime/observe/observer_view.h"

#include "runtime/machine/relaxed.h"
#include "runtime/observe/raw.h"

enum {
    MOST_SITES = 2048,  /* of a function */
    READ_NS = 100000000 /* between two times that the program's objects are read */
};

/* The object that has the code. Objects come and go, and reading what there is takes long in programs that have many mappings. */
static const struct code_object *object_at(struct looker *looker, uint64_t counter, uint64_t now)
{
    enum { CHEAP = 100 };
    const struct code_object *object = code_map_object(&looker->code, counter);
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

/*
 * The innermost call that the code is in, as the sites before it say. Code of one call may end at several places. It is over behind the
 * last of those that come before it begins again. Code before the first site is the function's own. So is code behind the last.
 */
static uint64_t innermost(const struct site_entry *own, const struct site_entry *sites, uint32_t count,
                          uint64_t counter)
{
    uint64_t open[CODE_HERE_OPEN] = {GET(own->region)};
    uint32_t depth = 1;
    for (uint32_t i = 0; i < count && GET(sites[i].address) <= counter; i++) {
        uint64_t region = GET(sites[i].region);
        if (GET(sites[i].kind) == SITE_ENTER && &sites[i] != own && depth < CODE_HERE_OPEN)
            open[depth++] = region;
        else if (GET(sites[i].kind) == SITE_LEAVE && depth > 1 && open[depth - 1] == region &&
                 !goes_on(sites, count, i))
            depth--;
    }
    return open[depth - 1];
}

static bool has_called_it(const struct looker *looker, uint64_t caller, uint64_t address)
{
    const struct region *region = look_at(looker, address, sizeof *region);
    for (int i = 0; region && i < REGION_CALLERS; i++)
        if ((uintptr_t)GET(region->callers[i]) == caller)
            return true;
    return false;
}

static bool is_open(const struct code_here *here, uint64_t region)
{
    for (uint32_t i = 0; i < here->count; i++)
        if (here->open[i] == region)
            return true;
    return false;
}

/* Of the function's regions one that called the last one while both had frames; else the function's own. The order of code says little of
 * who was inlined into whom. */
static uint64_t caller_here(const struct looker *looker, const struct site_entry *own, const struct site_entry *sites,
                            uint32_t count, const struct code_here *here)
{
    for (uint32_t i = 0; i < count; i++) {
        uint64_t caller = GET(sites[i].region);
        if (GET(sites[i].kind) == SITE_ENTER && has_called_it(looker, caller, here->open[here->count - 1]) &&
            !is_open(here, caller))
            return caller;
    }
    return GET(own->region);
}

/* From the innermost to the function's own. */
static void find_open(const struct looker *looker, const struct site_entry *sites, uint32_t count,
                      struct code_function function, uint64_t counter, struct code_here *here)
{
    const struct site_entry *own = own_of(sites, count, function);
    uint64_t region = own ? innermost(own, sites, count, counter) : 0;
    for (bool more = region; more && here->count < CODE_HERE_OPEN;
         region = caller_here(looker, own, sites, count, here)) {
        here->open[here->count++] = region;
        more = region != GET(own->region);
    }
    here->counted = own && GET(own->kind) == SITE_COUNT;
    if (here->counted && !GET(looker->store->settings.adaptive)) /* paths are exact, and these have none */
        here->count--;
}

/* What part of a probe the counter is in. Of a demoted function's, two instructions without effect are left. A processor that is found at
 * these waits for what is before them. */
static void find_part(const struct looker *looker, const struct site_entry *sites, uint32_t count, uint64_t counter,
                      struct code_here *here)
{
    for (uint32_t i = 0; i < count && GET(sites[i].address) <= counter; i++)
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
    here->count = 0;
    here->adds = false;
    here->known = here->probe = counter >= looker->own_from && counter < looker->own_to;
    if (here->probe || !entries)
        return;
    here->object = object_at(looker, counter, now);
    struct code_function function =
        here->object ? code_map_function(here->object, counter) : (struct code_function){0, 0, NULL};
    const struct site_entry *sites = code_map_sites(entries, count, function.from, function.to, &found);
    here->known = found || (here->object && looker->own_to);
    here->probe = found && GET(sites->kind) == SITE_STUB;
    if (here->probe)
        return;
    found = found < MOST_SITES ? found : MOST_SITES;
    find_part(looker, sites, found, counter, here);
    find_open(looker, sites, found, function, counter, here);
}
