/* light_table.c - see light_table.h. */
#include "runtime/measure/light_table.h"

#include "runtime/measure/bound.h"
#include "runtime/measure/store.h"

#include <string.h>

enum { FIRST_HOMES = 32, LINE = 64 };

struct light_slot light_nothing[1];

void light_table_none(struct thread *thread)
{
    thread->table = NULL;
    thread->slots = light_nothing;
    thread->mask = 0;
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
    uint8_t light = GET(thread->light);
    PUT(thread->light, 0); /* a handler must not see one table's mask with another's slots */
    BARRIER();
    PUT(thread->slots, table->slots);
    PUT(thread->mask, table->mask);
    __atomic_store_n(&thread->table, table, __ATOMIC_RELEASE);
    BARRIER();
    if (light)
        light_on(thread);
}

/* A larger one, with all keys. */
static bool grow(struct thread *thread)
{
    struct light_table *old = thread->table, *table = table_new(old ? light_homes(old->mask) * 2 : FIRST_HOMES);
    if (!table)
        return false;
    for (size_t i = 0; old && i < light_slots(old); i++)
        if (old->slots[i].key > LIGHT_GONE)
            put(table, old->slots[i].key, old->slots[i].path);
    table->older = old;
    use(thread, table);
    return true;
}

bool light_table_put(struct thread *thread, struct node *node)
{
    uint64_t key = light_key(tree_path(node->parent), node->region);
    struct light_table *table = thread->table;
    if ((!table || table->used >= light_homes(table->mask) / 2) && !grow(thread))
        return false;
    return put(thread->table, key, tree_path(node));
}

void light_table_settle(struct thread *thread)
{
    for (struct light_table *table = thread->table; table; table = table->older) {
        for (size_t i = 0; i < light_slots(table); i++) {
            PUT(table->slots[i].key, 0);
            settle(&table->slots[i]);
        }
        table->used = 0;
    }
}
