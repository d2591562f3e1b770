/* communicators.c - see communicators.h. */
#include "runtime/measure/beside/communicators.h"
#include "common/check.h"

#include "common/hash.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"

#include <stdio.h>
#include <string.h>

enum { BUCKETS = 256 };

static struct lock lock = LOCK(LOCK_COMMUNICATORS, NULL);
static struct communicator *buckets[BUCKETS];

static struct communicator **bucket_of(const struct profile_communicator *what)
{
    const char *const texts[] = {what->name, what->place, what->ranks};
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        hash = hash_text(hash, texts[i]);
    return &buckets[(hash ^ hash >> 29) % BUCKETS];
}

static struct communicator *find_communicator(const struct profile_communicator *what)
{
    struct communicator *found = *bucket_of(what);
    while (found && communicator_compare(&found->what, what) != 0)
        found = found->bucket;
    return found;
}

static struct communicator *add_communicator(const struct profile_communicator *what)
{
    struct communicator *made = store_alloc(sizeof *made), *newest = store->communicators;
    if (!made)
        return NULL;
    CHECK(!newest || newest->index + 1 < COMMUNICATORS_MAX);
    made->what = (struct profile_communicator){store_text(what->name), store_text(what->place), store_text(what->ranks),
                                               what->size};
    made->index = newest ? newest->index + 1 : 0;
    made->next = newest;
    __atomic_store_n(&store->communicators, made, __ATOMIC_RELEASE);
    struct communicator **bucket = bucket_of(what);
    made->bucket = *bucket;
    *bucket = made;
    return made;
}

const struct communicator *communicators_find(const char *name, const char *place, const uint32_t *ranks,
                                              uint32_t count)
{
    char text[RANKS_TEXT];
    ranks_text(ranks, count, text);
    struct profile_communicator what = {name, place, text, count};
    lock_take(&lock);
    struct communicator *found = find_communicator(&what);
    CHECK(name && place);
    const struct communicator *newest = store->communicators;
    if (!found && newest && newest->index + 2 >= COMMUNICATORS_MAX) {
        what = (struct profile_communicator){COMMUNICATORS_OTHER, "", "", count};
        found = find_communicator(&what);
    }
    if (!found)
        found = add_communicator(&what);
    else
        communicator_merge(&found->what, &what);
    lock_give(&lock);
    return found;
}

/* The slot below a frame names the node it was called from. */
void communicators_place(const struct __instr_frame *frame, const char *function, const char *line, char *text,
                         size_t size)
{
    const struct region *caller = frame && !line ? frame[-1].node->region : NULL;
    if (line)
        snprintf(text, size, "%s %s", function, line);
    else if (caller && *caller->file)
        snprintf(text, size, "%s in %s (%s:%u)", function, caller->name, caller->file, caller->line);
    else if (caller)
        snprintf(text, size, "%s in %s", function, caller->name);
    else
        snprintf(text, size, "%s", function);
}

bool communicators_collect(const struct store_header *from, struct profile *profile, struct arena *into)
{
    lock_take(&lock);
    const struct communicator *newest = from->communicators;
    uint32_t count = newest ? newest->index + 1 : 0;
    profile->communicators = arena_array(into, count, sizeof *profile->communicators);
    for (const struct communicator *at = newest; profile->communicators && at; at = at->next)
        profile->communicators[at->index] = at->what;
    CHECK(!newest || newest->index < count);
    profile->communicator_count = profile->communicators ? count : 0;
    lock_give(&lock);
    return profile->communicators != NULL;
}
