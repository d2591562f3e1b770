/* regions.c - see regions.h. */
#include "runtime/measure/store/regions.h"

#include "common/check.h"
#include "common/hash.h"
#include "common/name.h"
#include "common/reasons.h"
#include "profile/profile.h"
#include "runtime/machine/memory.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/store/counts.h"
#include "runtime/measure/store/filters.h"
#include "runtime/measure/store/groups_on.h"
#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/sites.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"

#include <stdlib.h>
#include <string.h>

/* An attached table of a program or shared object. */
struct table {
    struct sites sites;
    struct site_table *listed; /* for the observer; null: it is not */
    struct table *next;
};

static struct lock lock = LOCK(LOCK_REGIONS, NULL); /* guards all below */
static struct table *tables, *spare_tables;
static struct memory memory;
static struct region **places; /* of all, by their identity: open addressing, a power of two, half of them free */
static size_t place_count;
static uint32_t count;
static bool any_demoted;

static struct filter filter; /* INSTR_FILTER; empty = none */

void regions_filter(void)
{
    const char *fault = filters_read(&filter, "INSTR_FILTER", getenv("INSTR_FILTER"));
    /* Measured as if it were not there, and said in the profile. */
    if (fault)
        tally_add_named(fault, 1);
}

static size_t home_of(const char *name, const char *file, uint32_t line)
{
    uint64_t hash = hash_number(hash_text(hash_text(HASH_START, name), file), line);
    return (hash ^ hash >> 29) & (place_count - 1);
}

static void put(struct region *region)
{
    CHECK(place_count && (place_count & (place_count - 1)) == 0 && region->index < place_count);
    size_t at = home_of(region->name, region->record, region->line);
    while (places[at])
        at = (at + 1) & (place_count - 1);
    places[at] = region;
}

/* For so many more. */
static bool grow(size_t more)
{
    struct region **old = places;
    size_t size = place_count * sizeof *places, larger = place_count ? place_count : 2048;
    while (larger / 2 < count + more)
        larger *= 2;
    struct region **bigger = pages_map(larger * sizeof *bigger);
    if (!bigger)
        return count + 1 < place_count;
    places = bigger;
    place_count = larger;
    for (struct region *region = store->regions; region; region = region->next)
        put(region);
    pages_unmap(old, size);
    return true;
}

/* Returns a stored copy of a text. Mostly that of the newest region, because neighbours in a table come from the same file, and are in the
 * same groups. */
static const char *text_like(const char *newest, const char *text)
{
    return newest && strcmp(newest, text) == 0 ? newest : store_text(text);
}

/* Returns why a region is not measured: the reason in its record, else the filter of the run; "" if it is measured. Filters do not apply to
 * the runtime's own regions. */
static const char *reason_of(const struct __instr_region *from)
{
    if (from->__reason)
        return from->__reason;
    const char *file = name_given(from->__file);
    bool own = from->__kind == REGION_ROOT || from->__kind == REGION_THREAD || from->__kind == REGION_OTHER;
    return !own && filter_excludes(&filter, from->__name, *file ? file : NULL) ? reason_word(REASON_FILTER_RUN) : "";
}

static struct region *find_region(const struct __instr_region *from)
{
    const char *reason = reason_of(from), *file = from->__file;
    unsigned line = from->__line;
    if (from->__kind == REGION_CONTEXT) { /* is one by its name alone, wherever it begins */
        file = "";
        line = 0;
    }
    if (count >= place_count / 2 && !grow(count + 1))
        return NULL;
    struct region *region;
    for (size_t at = home_of(from->__name, file, line); (region = places[at]); at = (at + 1) & (place_count - 1))
        if (region->line == line && region->kind == from->__kind && strcmp(region->name, from->__name) == 0 &&
            strcmp(region->record, file) == 0 && strcmp(region->reason, reason) == 0)
            return region;
    region = store_alloc(sizeof *region);
    if (!region)
        return NULL;
    const struct region *newest = store->regions ? store->regions : region;
    region->name = store_text(from->__name);
    region->record = text_like(newest->record, file);
    region->file = name_given(region->record);
    region->origin = text_like(newest->origin, from->__origin ? from->__origin : "");
    region->groups = text_like(newest->groups, from->__groups ? from->__groups : "");
    region->reason = text_like(newest->reason, reason);
    region->line = line;
    region->flags = from->__flags & __INSTR_FLAGS;
    region->kind = from->__kind;
    region->level = from->__level;
    region->index = count++;
    CHECK(!store->regions || store->regions->index + 1 == region->index); /* newest first */
    put(region);
    region->next = store->regions;
    __atomic_store_n(&store->regions, region, __ATOMIC_RELEASE);
    return region;
}

struct region *regions_find(const struct __instr_region *descriptor)
{
    lock_take(&lock);
    struct region *region = find_region(descriptor);
    lock_give(&lock);
    return region;
}

struct region *regions_own(const char *name, unsigned kind)
{
    struct __instr_region descriptor = {.__kind = (unsigned char)kind, .__level = 1, .__name = name, .__file = ""};
    return regions_find(&descriptor);
}

/* Returns the first descriptor from `at` on, or NULL. */
static struct __instr_region *descriptor_at(void *at, const struct __instr_region *stop)
{
    for (char *byte = at; (size_t)((const char *)stop - byte) >= sizeof *stop; byte += 8) {
        struct __instr_region *descriptor = (struct __instr_region *)(void *)byte;
        if (descriptor->__magic == __INSTR_MAGIC && descriptor->__size >= sizeof *descriptor)
            return descriptor; /* else padding of the linker */
    }
    return NULL;
}

static struct __instr_region *descriptor_next(struct __instr_region *descriptor, const struct __instr_region *stop)
{
    return descriptor_at((char *)descriptor + ((descriptor->__size + 7) & ~7), stop);
}

const char *regions_setting(const struct __instr_region **from, const struct __instr_region *stop, unsigned kind)
{
    const char *at = (const char *)*from, *value = NULL;
    while (!value && (size_t)((const char *)stop - at) >= sizeof(struct __instr_setting)) {
        const struct __instr_setting *setting = (const struct __instr_setting *)(const void *)at;
        if (setting->__magic == __INSTR_SETTING && setting->__kind == kind)
            value = setting->__value;
        at += setting->__magic == __INSTR_MAGIC ? (setting->__size + 7) & ~7 : 8; /* both begin alike */
    }
    *from = (const struct __instr_region *)(const void *)at;
    return value;
}

/* Returns whether calls are counted: in units of this version only. */
static bool is_counted(const struct __instr_region *descriptor)
{
    return __INSTR_MADE_FOR(descriptor->__flags) == __INSTR_ABI && descriptor->__calls && !descriptor->__reason;
}

/* Gives descriptors their numbers. */
static void find_numbers(const struct __instr_link *link)
{
    for (struct __instr_counted *at = link ? link->__counts : NULL; link && at < link->__counts_end; at++)
        if (at->__region) /* else a gap of the linker's */
            at->__region->__calls = at;
}

static void descriptor_set(struct __instr_region *descriptor, struct region *region)
{
    __atomic_store_n(&descriptor->__state, region, __ATOMIC_RELAXED);
}

/* Returns the region that a descriptor's state names, or NULL if it is off. */
static struct region *region_of(const struct __instr_region *descriptor)
{
    void *state = descriptor->__state;
    return state == descriptor ? NULL : state;
}

void regions_refuse(struct __instr_region *start, struct __instr_region *stop)
{
    for (struct __instr_region *at = descriptor_at(start, stop); at; at = descriptor_next(at, stop))
        descriptor_set(at, NULL);
}

void regions_of_older(struct __instr_region *start, struct __instr_region *stop)
{
    const char *word = reason_word(REASON_OLDER), *text = store ? store_text(word) : NULL;
    lock_take(&lock);
    for (struct __instr_region *at = descriptor_at(start, stop); at; at = descriptor_next(at, stop)) {
        struct region *region = region_of(at);
        if (__INSTR_MADE_FOR(at->__flags) == __INSTR_ABI || at->__reason)
            continue;
        at->__reason = word;
        if (text && region)
            region->reason = text;
        descriptor_set(at, NULL);
    }
    /* The same function of a header may be in units of both. */
    for (struct __instr_region *at = descriptor_at(start, stop); text && at; at = descriptor_next(at, stop)) {
        struct region *region = region_of(at);
        if (region && region->reason == text)
            region->reason = store_text("");
    }
    lock_give(&lock);
}

static bool remember(const struct sites *sites)
{
    struct table *table = spare_tables;
    if (table)
        spare_tables = table->next;
    else
        table = memory_take(&memory, sizeof *table);
    if (!table)
        return false;
    CHECK(sites->start <= sites->stop);
    *table = (struct table){.sites = *sites, .next = tables};
    tables = table;
    return true;
}

/* Gives each descriptor its region. Regions above settings.level, excluded ones and those of groups that are off get none. */
static bool apply_level(const struct sites *sites)
{
    struct __instr_region *stop = sites->stop;
    bool done = true;
    for (struct __instr_region *at = descriptor_at(sites->start, stop); at; at = descriptor_next(at, stop)) {
        struct region *region = find_region(at);
        done &= region != NULL;
        if (region && at->__flags & __INSTR_EARLY)
            PUT(region->flags, region->flags | __INSTR_EARLY);
        bool wanted = region && !at->__reason && at->__level <= GET(settings.level) && !*region->reason &&
                      groups_on(at->__groups);
        if (wanted)
            PUT(region->wanted, 1);
        if (wanted && is_counted(at))
            done &= region->place || counts_give_place(region);
        descriptor_set(at, wanted ? region : NULL);
    }
    return counts_know(sites->link) && done;
}

/* Returns whether no setting and no call can switch its probes on again. */
static bool is_off_for_good(const struct __instr_region *descriptor)
{
    if (descriptor->__state)
        return false;
    const struct region *region = find_region(descriptor);
    return region && *region->reason;
}

/* Removes the calls in such probes, and in those of functions demoted before the object came. */
static void silence(struct sites *sites)
{
    for (struct __instr_region *at = descriptor_at(sites->start, sites->stop); at;
         at = descriptor_next(at, sites->stop)) {
        const struct region *region = region_of(at);
        if ((is_off_for_good(at) || (region && region->demoted)) && !sites_silence(sites, at, SITE_OPENS))
            return;
    }
}

bool regions_have(struct __instr_region *start, const struct __instr_region *stop, unsigned flag)
{
    struct __instr_region *at = descriptor_at(start, stop);
    while (at && !(at->__flags & flag))
        at = descriptor_next(at, stop);
    return at;
}

/* Lists the probes of an object for the observer. */
static void list_sites(struct table *table)
{
    uint32_t room = sites_list(&table->sites, NULL, 0);
    struct site_table *list = room ? store_alloc_spare(sizeof *list + room * sizeof *list->entries) : NULL;
    if (!list)
        return;
    struct site_entry *entries = (struct site_entry *)(void *)(list + 1);
    uint32_t listed = sites_list(&table->sites, entries, room);
    CHECK(listed == room);
    *list = (struct site_table){entries, listed < room ? listed : room, store->sites};
    __atomic_store_n(&store->sites, list, __ATOMIC_RELEASE);
    table->listed = list;
}

bool regions_attach(const struct sites *sites)
{
    lock_take(&lock);
    bool done = remember(sites);
    size_t most = (size_t)((const char *)sites->stop - (const char *)sites->start) / sizeof *sites->start;
    if (count + most >= place_count / 2)
        grow(most); /* at once: each time all are placed anew */
    find_numbers(sites->link);
    if (done && !apply_level(sites))
        tally_add(TALLY_NO_MEMORY, 1);
    if (done && (filter.regions.count || filter.files.count || any_demoted))
        silence(&tables->sites);
    if (done && store->sites)
        list_sites(tables);
    lock_give(&lock);
    return done;
}

bool regions_detach(const struct __instr_region *start)
{
    lock_take(&lock);
    struct table **link = &tables;
    while (*link && (*link)->sites.start != start)
        link = &(*link)->next;
    struct table *gone = *link;
    if (gone) {
        *link = gone->next;
        sites_close(&gone->sites);
        if (gone->listed)
            PUT(gone->listed->count, 0);
        gone->next = spare_tables;
        spare_tables = gone;
    }
    bool last = gone && !tables;
    lock_give(&lock);
    return last;
}

bool regions_attached(void)
{
    lock_take(&lock);
    bool some = tables != NULL;
    lock_give(&lock);
    return some;
}

void regions_apply_level(void)
{
    lock_take(&lock);
    for (const struct table *table = tables; table; table = table->next)
        if (!apply_level(&table->sites))
            tally_add(TALLY_NO_MEMORY, 1);
    lock_give(&lock);
}

/* Removes the call at the end of a probe. Hooks check the flags themselves. */
static bool silence_end(struct sites *sites, const struct __instr_region *at, enum site_end end)
{
    return at->__flags & __INSTR_BY_HOOKS || sites_silence(sites, at, end);
}

static bool demote_in(struct sites *sites, const struct region *region, enum site_end end)
{
    bool done = true;
    for (struct __instr_region *at = descriptor_at(sites->start, sites->stop); done && at;
         at = descriptor_next(at, sites->stop)) {
        if (region_of(at) != region)
            continue;
        done = is_counted(at) && silence_end(sites, at, end);
        if (done)
            __atomic_fetch_or(&at->__flags,
                              end == SITE_OPENS ? __INSTR_DEMOTED : __INSTR_DEMOTED | __INSTR_DEMOTED_WHOLE,
                              __ATOMIC_RELAXED);
    }
    return done;
}

void regions_demote(struct region *region, uint8_t to)
{
    if (!lock_try(&lock))
        return;
    CHECK(to == DEMOTED_BEGINS || to == DEMOTED_WHOLE);
    bool due = region->demoted == to - 1, done = due;
    for (struct table *table = tables; done && table; table = table->next)
        done = demote_in(&table->sites, region, to == DEMOTED_BEGINS ? SITE_OPENS : SITE_CLOSES);
    any_demoted |= done;
    if (done)
        region->demoted = to;
    else if (due && to == DEMOTED_BEGINS)
        region->demoted = DEMOTED_NOT;
    lock_give(&lock);
}

bool regions_list_sites(void)
{
    if (store->sites)
        return true;
    if (!lock_try(&lock))
        return false;
    for (struct table *table = tables; table; table = table->next)
        list_sites(table);
    lock_give(&lock);
    return true;
}
