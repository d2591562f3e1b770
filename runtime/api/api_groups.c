/* api_groups.c - see api.h. Names are only ever added, so that readers need no lock. */
#include "runtime/api/api.h"

#include "runtime/measure/store/groups_on.h"
#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/store.h"

#include <stdatomic.h>
#include <string.h>

enum { MOST = 64 };

static _Atomic(const char *) names[MOST];
static struct lock lock = LOCK(LOCK_GROUPS, NULL);

/* Returns the index of a name that need not end with a zero, or -1. */
static int find_group(const char *name, size_t length)
{
    for (int i = 0; i < MOST; i++) {
        const char *taken = atomic_load_explicit(&names[i], memory_order_acquire);
        if (!taken)
            break;
        if (strncmp(taken, name, length) == 0 && !taken[length])
            return i;
    }
    return -1;
}

static int add_group(const char *name)
{
    int bit = find_group(name, strlen(name));
    for (int i = 0; bit < 0 && i < MOST; i++)
        if (!names[i]) {
            atomic_store_explicit(&names[i], store_text(name), memory_order_release);
            bit = i;
        }
    return bit;
}

instr_groups instr_group(const char *name)
{
    if (!name || !*name || strchr(name, ','))
        return 0;
    int bit = find_group(name, strlen(name));
    if (bit < 0) {
        lock_take(&lock);
        bit = add_group(name);
        lock_give(&lock);
    }
    return bit < 0 ? 0 : (instr_groups)1 << bit;
}

const char *instr_group_name(int bit)
{
    return bit < 0 || bit >= MOST ? NULL : atomic_load_explicit(&names[bit], memory_order_acquire);
}

bool groups_switch(instr_groups groups, bool on)
{
    bool done = true;
    lock_take(&lock);
    if (groups == INSTR_ALL_GROUPS)
        groups_on_set(NULL, on);
    for (int i = 0; i < MOST && groups != INSTR_ALL_GROUPS; i++)
        if (groups >> i & 1 && names[i])
            done &= groups_on_set(names[i], on);
    lock_give(&lock);
    return done;
}

bool groups_read(const char *text)
{
    lock_take(&lock);
    bool done = groups_on_read(text);
    lock_give(&lock);
    return done;
}

instr_groups groups_of(const char *text)
{
    instr_groups groups = 0;
    while (*text) {
        size_t length = strcspn(text, ",");
        int bit = length ? find_group(text, length) : -1;
        if (bit >= 0)
            groups |= (instr_groups)1 << bit;
        text += length + (text[length] == ',');
    }
    return groups;
}

const char *groups_text(instr_groups groups)
{
    size_t size = 1;
    for (int i = 0; i < MOST; i++)
        if (groups >> i & 1 && names[i])
            size += strlen(names[i]) + 1;
    char *text = size > 1 ? store_alloc((size + 7) & ~(size_t)7) : NULL;
    if (!text)
        return "";
    char *end = text;
    for (int i = 0; i < MOST; i++)
        if (groups >> i & 1 && names[i]) {
            if (end > text)
                *end++ = ',';
            end = stpcpy(end, names[i]);
        }
    return text;
}
