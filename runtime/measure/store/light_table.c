/* light_table.c - see light_table.h. */
#include "runtime/measure/store/light_table.h"

#include "runtime/machine/check.h"
#include "runtime/measure/store/bound.h"
#include "runtime/measure/store/store.h"

#include <string.h>

enum {
    FIRST_HOMES = 32,
    LINE = 64,
    SPARSE = 4,   /* homes for each key: most are found at home */
    DENSE = 2,    /* where the table takes a large part of what may be used */
    LARGE = 32,   /* one so manieth */
    PATIENCE = 8, /* calls for each home that find no room before a table is emptied */
    SMALLER = 8   /* homes for so many keys there were, to begin with once all of them are gone */
};

struct light_slot light_nothing[2];

void light_table_none(struct thread *thread)
{
    thread->table = thread->finds = NULL;
    thread->slots = LIGHT_NOTHING;
    thread->mask = LIGHT_ODD;
}

/* A slot that is free may still have calls: of a probe that found it, and was interrupted. */
static void settle(struct light_slot *slot)
{
    if (!slot->calls)
        return;
    struct node *node = tree_node(slot->path);
    PUT(node->calls, node->calls + slot->calls);
    PUT(slot->calls, 0);
}

static bool put(struct light_table *table, uint64_t key, uintptr_t path)
{
    struct light_slot *slot = light_home(table->slots, table->mask, key), *end = slot + LIGHT_FAR + 1;
    while (slot < end && slot->key > LIGHT_GONE)
        slot++;
    if (slot == end || key <= LIGHT_GONE)
        return false;
    CHECK(key & 1 && path & 1 && !table->slots[light_slots(table)].key);
    settle(slot);
    PUT(slot->path, path);
    table->used += !slot->key;
    __atomic_store_n(&slot->key, key, __ATOMIC_RELEASE);
    return true;
}

static struct light_table *table_new(size_t homes)
{
    size_t size = sizeof(struct light_table) + LINE + (homes + LIGHT_FAR + 1) * sizeof(struct light_slot);
    struct light_table *table = bound_allows(size) ? store_alloc(size) : NULL;
    if (!table)
        return NULL;
    bound_take(size);
    uintptr_t first = ((uintptr_t)(table + 1) + LINE - 1) & ~(uintptr_t)(LINE - 1);
    *table = (struct light_table){.mask = (homes - 1) * sizeof(struct light_slot), .slots = (struct light_slot *)first};
    return table;
}

static void use(struct thread *thread, struct light_table *table)
{
    PUT(thread->mask, 0); /* a handler must not see one table's mask with another's slots */
    BARRIER();
    PUT(thread->finds, table);
    PUT(thread->slots, (uintptr_t)table->slots - LIGHT_ODD);
    BARRIER();
    light_go_on(thread);
}

static uint64_t mean_calls(const struct light_table *table)
{
    uint64_t calls = 0;
    for (size_t i = 0; i < light_slots(table); i++)
        calls += table->slots[i].calls;
    return calls / (table->used + 1) + 1;
}

/* The keys that were called so often. */
static void put_all(struct light_table *to, const struct light_table *from, uint64_t least, uint64_t most)
{
    for (size_t i = 0; i < light_slots(from); i++) {
        const struct light_slot *slot = &from->slots[i];
        if (slot->key > LIGHT_GONE && slot->calls >= least && slot->calls < most)
            put(to, slot->key, slot->path);
    }
}

/* The keys of the one that is used are in one twice as large from now on, which is made where there is none; those that are
 * called most are at home there. Null: no memory. */
static struct light_table *grow(struct thread *thread)
{
    const struct light_table *old = thread->finds;
    struct light_table *larger = old == thread->table ? NULL : thread->table;
    while (larger && larger->older != old)
        larger = larger->older;
    if (!larger) {
        larger = table_new(old ? light_homes(old->mask) * 2 : FIRST_HOMES);
        if (!larger)
            return NULL;
        larger->older = thread->table;
        __atomic_store_n(&thread->table, larger, __ATOMIC_RELEASE);
    }
    if (old) {
        uint64_t mean = mean_calls(old);
        put_all(larger, old, mean, UINT64_MAX);
        put_all(larger, old, 0, mean);
    }
    use(thread, larger);
    return larger;
}

static void empty(struct light_table *table)
{
    for (size_t i = 0; i < light_slots(table); i++) {
        PUT(table->slots[i].key, 0);
        settle(&table->slots[i]);
    }
    table->used = 0;
    table->refused = 0;
}

/* Where one more key has room; null: nowhere. A table that can't grow takes what is called now in place of what was, but not
 * before much was called that it has not. */
static struct light_table *with_room(struct thread *thread)
{
    struct light_table *table = thread->finds, *grown;
    size_t each = table && table->mask < bound_bytes() / LARGE ? SPARSE : DENSE;
    if (table && table->used < light_homes(table->mask) / each)
        return table;
    if ((grown = grow(thread)))
        return grown;
    if (!table || ++table->refused * LIGHT_SELDOM < light_homes(table->mask) * PATIENCE)
        return NULL;
    empty(table);
    return table;
}

bool light_table_put(struct thread *thread, const struct node *caller, struct node *node, bool framed)
{
    uintptr_t busy = thread_hold_begin();
    struct light_table *table = with_room(thread);
    thread->crowded = !table;
    uint64_t key = tree_key(tree_path(caller), node->region) + (framed ? LIGHT_FRAMED : 0);
    bool done = table && put(table, key, tree_path(node));
    thread_hold_end(busy);
    return done;
}

/* It goes on with a small one, which is soon found whole in the processor's caches, and grows to what is called from now on. */
void light_table_settle(struct thread *thread)
{
    struct light_table *table = thread->finds, *small = table;
    while (small && small->older && light_homes(small->older->mask) * SMALLER > table->used)
        small = small->older;
    if (small != table)
        use(thread, small);
    for (table = thread->table; table; table = table->older)
        empty(table);
}
