/*
 * api_label.c - the labels of the process, by name and place.
 *
 * Lookups need no lock, because labels are only ever added, at the front of their bucket's chain.
 */
#include "runtime/api/api.h"

#include "common/hash.h"
#include "common/name.h"
#include "profile/region.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/memory.h"
#include "runtime/machine/message.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/store/groups_on.h"
#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/regions.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/thread_busy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1 << 15, RECENTS = 1 << 10 };

static struct instr_label *buckets[BUCKETS];
static struct instr_label *newest;
static struct memory memory;
/* Found by the address of the name, which mostly is a literal; the name itself is then compared. */
static struct instr_label *recents[RECENTS];
static struct lock lock = LOCK(LOCK_LABELS, NULL);

static uint32_t hash_of(const char *name, int line)
{
    uint64_t hash = hash_text(HASH_START ^ (unsigned)line, name);
    return (uint32_t)(hash ^ hash >> 31);
}

/* The kind and place that distinguish regions of one name. */
struct identity {
    enum region_kind kind;
    const char *file;
    int line;
};

static struct instr_label *find_label(uint32_t hash, const char *name, const struct identity *identity)
{
    struct instr_label *label = __atomic_load_n(&buckets[hash % BUCKETS], __ATOMIC_ACQUIRE);
    while (label && (label->hash != hash || (int)label->descriptor.__line != identity->line ||
                     label->descriptor.__kind != identity->kind || strcmp(label->descriptor.__name, name) != 0 ||
                     strcmp(label->descriptor.__file, identity->file) != 0))
        label = label->bucket;
    return label;
}

/* Sets what probes see: a region above the level, filtered out or in groups that are off is no region to them. */
static void apply_level(struct instr_label *label)
{
    bool wanted =
        label->descriptor.__level <= GET(settings.level) && !*label->region->reason && groups_on(label->region->groups);
    __atomic_store_n(&label->descriptor.__state, wanted ? label->region : NULL, __ATOMIC_RELAXED);
}

static struct instr_label *add_label(uint32_t hash, const char *name, int level, instr_groups groups,
                                     const struct identity *identity)
{
    struct instr_label **bucket = &buckets[hash % BUCKETS];
    struct instr_label *label = memory_take(&memory, sizeof *label);
    if (!label)
        return NULL;
    label->descriptor = (struct __instr_region){
        .__magic = __INSTR_MAGIC,
        .__size = sizeof label->descriptor,
        .__kind = (unsigned char)identity->kind,
        .__level = (unsigned char)level,
        .__line = (unsigned)identity->line,
        .__name = name,
        .__file = identity->file,
        .__groups = groups_text(groups),
    };
    label->hash = hash;
    label->groups = groups;
    label->region = regions_find(&label->descriptor);
    if (!label->region)
        return NULL;
    label->descriptor.__name = label->region->name;
    label->descriptor.__file = label->region->file;
    apply_level(label);
    label->next = newest;
    __atomic_store_n(&newest, label, __ATOMIC_RELEASE);
    label->bucket = *bucket;
    __atomic_store_n(bucket, label, __ATOMIC_RELEASE);
    return label;
}

static void add_groups(struct instr_label *label, instr_groups groups)
{
    if ((label->groups | groups) == label->groups)
        return;
    __atomic_store_n(&label->groups, label->groups | groups, __ATOMIC_RELAXED);
    __atomic_store_n(&label->region->groups, groups_text(label->groups), __ATOMIC_RELEASE);
    apply_level(label);
}

static struct instr_label *make(const char *name, int level, instr_groups groups, const struct identity *identity)
{
    uint32_t hash = hash_of(name, identity->line);
    struct instr_label *label = find_label(hash, name, identity);
    if (label && (label->groups | groups) == label->groups)
        return label;
    if (thread_is_busy()) /* a signal handler that interrupted the runtime, perhaps with the lock held */
        return NULL;
    lock_take(&lock);
    label = find_label(hash, name, identity);
    if (label)
        add_groups(label, groups);
    else
        label = add_label(hash, name, level, groups, identity);
    lock_give(&lock);
    return label;
}

instr_label *instr_label_make(const char *name, int level, instr_groups groups, const char *file, int line)
{
    if (!name || level < 1 || level > 4 || line < 0)
        return NULL;
    struct identity identity = {REGION_LABEL, file ? file : "", file ? line : 0};
    return make(name, level, groups, &identity);
}

struct instr_label *label_context(const char *name)
{
    static const struct identity identity = {REGION_CONTEXT, "", 0};
    return make(name, 1, 0, &identity);
}

instr_label *instr_label_get(const char *name)
{
    if (!name)
        return NULL;
    struct instr_label **recent = &recents[((uintptr_t)name * 0x9e3779b97f4a7c15u >> 16) % RECENTS];
    struct instr_label *label = __atomic_load_n(recent, __ATOMIC_ACQUIRE);
    if (label && strcmp(label->descriptor.__name, name) == 0)
        return label;
    label = instr_label_make(name, 1, 0, NULL, 0);
    __atomic_store_n(recent, label, __ATOMIC_RELEASE);
    return label;
}

const char *instr_label_name(const instr_label *label)
{
    return label ? label->descriptor.__name : "";
}

instr_groups instr_label_groups(const instr_label *label)
{
    return label ? __atomic_load_n(&label->groups, __ATOMIC_RELAXED) : 0;
}

instr_label *instr_label_next(const instr_label *label)
{
    return label ? label->next : __atomic_load_n(&newest, __ATOMIC_ACQUIRE);
}

void label_apply_level(void)
{
    lock_take(&lock);
    for (struct instr_label *label = newest; label; label = label->next)
        apply_level(label);
    lock_give(&lock);
}

void *instr_shared(const char *name, unsigned long size)
{
    static struct shared {
        struct shared *next;
        const char *name;
        unsigned long size;
        uint64_t bytes[];
    } * all;
    if (!name || size > UINT32_MAX || thread_is_busy())
        return NULL;
    lock_take(&lock);
    struct shared *at = all;
    while (at && (at->size != size || strcmp(at->name, name) != 0))
        at = at->next;
    size_t length = strlen(name) + 1;
    if (!at && (at = memory_take(&memory, sizeof *at + (size + 7) / 8 * 8 + length))) {
        at->name = memcpy((char *)&at->bytes[(size + 7) / 8], name, length);
        at->size = size;
        at->next = all;
        all = at;
    }
    lock_give(&lock);
    return at ? at->bytes : NULL;
}

/*
 * --- notes: parts of the tag, in the form of INSTR_TAG ---
 */

/* Returns the part with that key, or the end. */
static char *part_of(char *tag, const char *key)
{
    size_t length = strlen(key);
    while (*tag && (strncmp(tag, key, length) != 0 || tag[length] != '=')) {
        tag += strcspn(tag, ",");
        tag += *tag == ',';
    }
    return tag;
}

int instr_note(const char *key, const char *value)
{
    char now[sizeof settings.tag], word[sizeof settings.tag];
    if (!key || !*key || !value || key[strcspn(key, "=, ")])
        return INSTR_EARGUMENT;
    if (!store || thread_is_busy())
        return store ? INSTR_EBUSY : INSTR_OK;
    snprintf(word, sizeof word, "%s", value);
    for (char *at = word; *(at += strcspn(at, ", "));)
        *at = '_';
    lock_take(&lock);
    char *tag = store->settings.tag, *at = part_of(tag, key);
    int length = snprintf(now, sizeof now, "%.*s%s%s=%s%s", (int)(at - tag), tag, !*at && at > tag ? "," : "", key,
                          word, at + strcspn(at, ","));
    bool room = length < (int)sizeof now;
    if (room)
        memcpy(tag, now, (size_t)length + 1);
    lock_give(&lock);
    return room ? INSTR_OK : INSTR_EMEMORY;
}

int instr_note_number(const char *key, double value)
{
    FLOATS_OF_OUR_OWN;
    char text[40];
    snprintf(text, sizeof text, "%.15g", value);
    return instr_note(key, text);
}

/*
 * --- a stop that does not match the open labels. It is counted twice in the profile: in a total by kind, and in a counter with both names and
 * the place. The number of the latter is limited. ---
 */

enum { MOST_TEXTS = 24, LONGEST_TEXT = 400 };

static struct lock texts_lock = LOCK(LOCK_MESSAGES, NULL);
static const char *texts[MOST_TEXTS];

/* Returns a permanent copy, or NULL if there are enough. */
static const char *keep(const char *text)
{
    const char *kept = NULL;
    lock_take(&texts_lock);
    for (size_t i = 0; !kept && i < MOST_TEXTS; i++) {
        if (!texts[i])
            texts[i] = store_text(text);
        if (strcmp(texts[i], text) == 0)
            kept = texts[i];
    }
    lock_give(&texts_lock);
    return kept;
}

int label_mismatch(int code, const char *what, const struct instr_label *label, const char *open, const char *file,
                   int line)
{
    char text[LONGEST_TEXT];
    const char *quote = open ? "\"" : "";
    snprintf(text, sizeof text, "%s of \"%.120s\" while %s%.120s%s was open (%.100s:%d)", what,
             label->descriptor.__name, quote, open ? open : "nothing", quote, file ? name_base(file) : "?", line);
    tally_add(code == INSTR_ENOTOPEN ? TALLY_NOT_OPEN : TALLY_OUT_OF_ORDER, 1);
    const char *kept = keep(text);
    if (kept)
        tally_add_named(kept, 1);
    if (GET(settings.strict) != STRICT_OFF)
        message_say("%s", text);
    if (GET(settings.strict) == STRICT_ABORT)
        abort();
    return code;
}
