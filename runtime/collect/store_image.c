/*
 * store_image.c - see store_image.h.
 *
 * A copy of the file is made to look as if the process had left it at this address: each pointer that
 * collect.c will follow is checked and changed into one into the copy, then collect.c makes the profile
 * as it does in a running process. Three rules keep this safe for any bytes:
 *   - a structure is taken only once and only where no other was taken (one bit for each eight bytes
 *     says so), so that nothing here can change what was checked before, and no list can be a ring;
 *   - a pointer is followed only to a structure that was taken as what it should be;
 *   - texts lie in a second copy, which nobody changes and which ends with a zero.
 * What is damaged is left out and counted; only without header, regions or root there is no profile.
 */
#include "runtime/collect/store_image.h"

#include "runtime/collect/collect.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/communicators.h"
#include "runtime/measure/context.h"
#include "runtime/measure/counts.h"
#include "runtime/measure/light_table.h"
#include "runtime/measure/operations_log.h"
#include "runtime/measure/slate.h"
#include "runtime/measure/stands.h"
#include "runtime/measure/store_header.h"
#include "runtime/measure/traffic.h"

#include <stdio.h>
#include <string.h>

enum { UNIT = 8 };

/* What can't be the sum of anything would spoil all sums it goes into. */
static bool possible(double value)
{
    return value >= 0 && value < 1e30;
}

static bool bit(const unsigned char *bits, uint64_t at)
{
    return bits[at / 8] >> at % 8 & 1;
}

static void set_bit(unsigned char *bits, uint64_t at)
{
    bits[at / 8] = (unsigned char)(bits[at / 8] | 1u << at % 8);
}

/* The place in the file of `size` bytes at an address of the process; 0 when they are not in it. */
static uint64_t place_of(const struct store_image *image, const void *address, uint64_t size)
{
    uint64_t at = (uint64_t)(uintptr_t)address - image->base;
    bool inside = at % UNIT == 0 && at >= sizeof(struct store_header) && at <= image->size && size <= image->size - at;
    return inside ? at : 0;
}

/* The structure at that address, if it is nobody else's. Null stays null, and is no loss. */
static void *take(struct store_image *image, const void *address, uint64_t size)
{
    if (!address)
        return NULL;
    uint64_t at = place_of(image, address, size);
    bool free = at != 0;
    for (uint64_t unit = at / UNIT; free && unit < (at + size + UNIT - 1) / UNIT; unit++)
        free = !bit(image->taken, unit);
    if (!free) {
        image->lost++;
        return NULL;
    }
    for (uint64_t unit = at / UNIT; unit < (at + size + UNIT - 1) / UNIT; unit++)
        set_bit(image->taken, unit);
    return image->bytes + at;
}

static const char *text_at(struct store_image *image, const char *address)
{
    uint64_t at = (uint64_t)(uintptr_t)address - image->base;
    if (at >= sizeof(struct store_header) && at < image->size)
        return image->texts + at;
    image->lost += address != NULL;
    return "";
}

/* All regions, newest first, so that their indices count down to 0. */
static bool take_regions(struct store_image *image, struct store_header *header, struct arena *arena)
{
    uint32_t expected = 0;
    for (struct region **link = &header->regions; *link; link = &(*link)->next) {
        struct region *region = take(image, *link, sizeof *region);
        if (!region)
            return false;
        if (!image->regions) {
            if (region->index >= image->size / sizeof *region)
                return false;
            image->region_count = expected = region->index + 1;
            image->regions = arena_array(arena, expected, sizeof(struct region *));
        }
        if (!image->regions || expected == 0 || region->index != --expected || region->kind >= REGION_KINDS)
            return false;
        *link = image->regions[expected] = region;
        region->name = text_at(image, region->name);
        region->file = text_at(image, region->file);
        region->origin = text_at(image, region->origin);
        region->groups = text_at(image, region->groups);
        region->reason = text_at(image, region->reason);
    }
    return image->regions && expected == 0;
}

static struct region *region_at(const struct store_image *image, const struct region *address)
{
    uint64_t at = place_of(image, address, sizeof *address);
    struct region *region = (struct region *)(void *)(image->bytes + at);
    bool known = at && bit(image->taken, at / UNIT) && region->index < image->region_count &&
                 image->regions[region->index] == region;
    return known ? region : NULL;
}

static struct node *node_at(const struct store_image *image, const struct node *address)
{
    uint64_t at = place_of(image, address, sizeof *address);
    return at && bit(image->is_node, at / UNIT) ? (struct node *)(void *)(image->bytes + at) : NULL;
}

static void forget_calls(struct node *node)
{
    node->calls = node->timed = node->sum = node->max = 0;
    node->squares = (struct wide){0, 0};
    node->min = UINT64_MAX;
    node->extra = NULL;
    node->looked = node->looked_probe = node->found = 0;
}

/* A node that was being changed when the process ended: what can't be is made possible. */
static void settle_node(struct node *node)
{
    if (node->timed > node->calls)
        node->timed = node->calls;
    if (node->extra && node->extra->folded > node->sum)
        node->extra->folded = node->sum;
    if (node->flags & TREE_MOVED) {
        forget_calls(node);
        node->values = NULL;
    }
    node->flags &= NODE_FOLDED;
    node->order = UINT32_MAX;
}

static uint64_t values_size(const struct store_image *image)
{
    return sizeof(struct node_values) + image->metrics * sizeof(uint64_t);
}

/* Of a node that was taken. */
static bool know_node(struct store_image *image, struct node *node, struct node *parent)
{
    node->region = region_at(image, node->region);
    if (!node->region || (parent && node->region->kind == REGION_ROOT)) {
        image->lost++;
        return false;
    }
    node->parent = parent;
    node->extra = take(image, node->extra, sizeof *node->extra);
    node->values = image->metrics ? take(image, node->values, values_size(image)) : NULL;
    settle_node(node);
    set_bit(image->is_node, (uint64_t)((unsigned char *)node - image->bytes) / UNIT);
    return true;
}

static struct node *take_node(struct store_image *image, const struct node *address, struct node *parent)
{
    struct node *node = take(image, address, sizeof *node);
    return node && know_node(image, node, parent) ? node : NULL;
}

/* The tree below `root`, which was taken. */
static void take_tree(struct store_image *image, struct node *root)
{
    struct node *node = root;
    for (;;) {
        node->children = take_node(image, node->children, node);
        if (node->children) {
            node = node->children;
            continue;
        }
        for (;; node = node->parent) {
            if (node == root)
                return;
            node->sibling = take_node(image, node->sibling, node->parent);
            if (node->sibling)
                break;
        }
        node = node->sibling;
    }
}

static struct segment *take_segment(struct store_image *image, const struct segment *address)
{
    uint64_t at = address ? place_of(image, address, sizeof *address) : 0;
    const struct segment *segment = (const struct segment *)(void *)(image->bytes + at);
    uint64_t end = (uint64_t)(uintptr_t)segment->end - image->base;
    if (!at || end > image->size || end < at + sizeof *segment + sizeof segment->frames[0] ||
        (end - at - sizeof *segment) % sizeof segment->frames[0]) {
        image->lost += address != NULL;
        return NULL;
    }
    struct segment *mine = take(image, address, end - at);
    if (mine)
        mine->end = (struct __instr_frame *)(void *)(image->bytes + end);
    return mine;
}

/* One that is retired: what it has was counted since then. */
static struct node *take_retired(struct store_image *image, const struct node *address)
{
    struct node *node = take(image, address, sizeof *node), *other = node ? node_at(image, node->parent) : NULL;
    if (!other)
        return NULL;
    node->flags &= (uint8_t)~TREE_MOVED;
    node->children = NULL;
    return know_node(image, node, other) ? node : NULL;
}

/* The frames of a segment up to `top` name nodes, or nothing. */
static void settle_frames(struct store_image *image, struct segment *segment, const struct __instr_frame *top)
{
    for (struct __instr_frame *frame = segment->frames; frame <= top; frame++)
        frame->node = node_at(image, frame->node);
}

/* Is `address` that of a frame in `segment`? Then it is changed into the frame here. */
static bool frame_in(const struct store_image *image, const struct segment *segment, struct __instr_frame **address)
{
    uint64_t at = place_of(image, *address, sizeof **address);
    struct __instr_frame *frame = (struct __instr_frame *)(void *)(image->bytes + at);
    if (!at || frame < segment->frames || frame >= segment->end ||
        (size_t)((char *)frame - (const char *)segment->frames) % sizeof *frame)
        return false;
    *address = frame;
    return true;
}

static bool take_stack(struct store_image *image, struct segment **last, struct __instr_frame **top)
{
    struct segment *segment = *last = take_segment(image, *last);
    if (!segment)
        return false;
    segment->newer = NULL;
    bool here = frame_in(image, segment, top);
    for (struct segment *upper = segment;; upper = upper->older) {
        upper->older = take_segment(image, upper->older);
        if (!upper->older)
            break;
        upper->older->newer = upper;
        settle_frames(image, upper->older, upper->older->end - 1);
    }
    /* It may just have been changing segments: up, then the top frame is still the last of the lower
     * one and none is open here; or down, then all of this one are. */
    if (!here)
        *top = segment->older && frame_in(image, segment->older, top) ? segment->frames : segment->end - 1;
    settle_frames(image, segment, *top);
    return true;
}

/* The stacks of the contexts that did not run; that of the one that did is the thread's. */
static void take_contexts(struct store_image *image, struct thread *thread)
{
    const struct context *running = thread->context;
    struct context **link = &thread->contexts;
    while (*link) {
        bool runs = *link == running;
        struct context *context = *link = take(image, *link, sizeof *context);
        if (!context)
            return;
        if (!runs && context->stack.top && !context->over &&
            take_stack(image, &context->stack.segment, &context->stack.top))
            link = &context->next;
        else
            *link = context->next;
    }
}

/* The calls that a thread's tables count go to the nodes. */
static void take_tables(struct store_image *image, struct thread *thread)
{
    struct light_table *table = thread->table;
    while (table && (table = take(image, table, sizeof *table))) {
        bool sound = table->mask % sizeof(struct light_slot) == 0 && table->mask < image->size;
        size_t count = sound ? light_slots(table) : 0;
        uint64_t at = place_of(image, table->slots, count * sizeof(struct light_slot));
        const struct light_slot *slots = (const struct light_slot *)(void *)(image->bytes + at);
        for (size_t i = 0; at && i < count; i++) {
            struct node *node = slots[i].calls ? node_at(image, tree_node(slots[i].path)) : NULL;
            if (node)
                node->calls += slots[i].calls;
        }
        table = table->older;
    }
    thread->table = thread->finds = NULL;
}

/* A thread's counts by function, newest first, as far as they can be had. */
static void take_counts(struct store_image *image, struct counts **link)
{
    for (; *link; link = &(*link)->older) {
        uint64_t at = place_of(image, *link, sizeof **link);
        uint64_t size = at ? ((const struct counts *)(const void *)(image->bytes + at))->size : 0;
        *link = size >= sizeof **link && size % UNIT == 0 ? take(image, *link, size) : NULL;
        if (!*link) {
            image->lost++;
            return;
        }
    }
}

/* Which region has which place in these. Where that is damaged none has one. */
static void take_places(struct store_image *image, struct store_header *header)
{
    uint64_t count = header->counted.end / sizeof(struct region *);
    struct region **regions = count ? take(image, header->counted.regions, count * sizeof *regions) : NULL;
    for (uint32_t i = 0; i < image->region_count; i++) {
        struct region *region = image->regions[i];
        uint64_t place = region->place;
        bool known = regions && place && place % UNIT == 0 && place / UNIT < count &&
                     region_at(image, regions[place / UNIT]) == region;
        if (place && !known)
            region->place = 0;
        region->framed = region->framed ? region_at(image, region->framed) : NULL;
    }
    for (uint64_t i = 0; regions && i < count; i++) {
        regions[i] = region_at(image, regions[i]);
        if (regions[i] && regions[i]->place != i * UNIT)
            regions[i] = NULL;
    }
    header->counted.regions = regions;
    header->counted.end = regions ? header->counted.end : 0;
}

/* The path that runs, and what is open below it by its marks. */
static void take_path(struct store_image *image, struct thread *thread)
{
    uint64_t before = thread->path;
    thread->path = tree_path(node_at(image, stack_path(thread)));
    for (unsigned depth = 0; depth < __INSTR_DEPTHS; depth++) {
        uint64_t place = counts_marked(thread->marks[depth], before);
        thread->marks[depth] = place ? counts_mark(place, thread->path) : 0;
    }
}

static bool take_thread(struct store_image *image, struct thread *thread)
{
    thread->place = node_at(image, thread->place);
    thread->tree.root = take_node(image, thread->tree.root, NULL);
    if (!thread->place || !thread->tree.root ||
        (thread->place->parent && thread->tree.root->region->kind == REGION_ROOT))
        return false;
    if (!thread->ended)
        forget_calls(thread->tree.root); /* it gets what it is until now */
    take_tree(image, thread->tree.root);
    for (struct node **link = &thread->tree.fallow; *link && (*link = take_retired(image, *link));)
        link = &(*link)->sibling;
    if (!take_stack(image, &thread->segment, &thread->top))
        return false;
    take_tables(image, thread);
    take_counts(image, &thread->counts);
    take_path(image, thread);
    struct node *leaf = thread->leaf & 1 ? node_at(image, tree_node(thread->leaf)) : NULL;
    thread->leaf = leaf ? tree_path(leaf) : 0;
    take_contexts(image, thread);
    thread->context = NULL;
    return true;
}

/* What a child wrote on a slate, see slate.h: under the root, as if its parent had booked it. */
static void take_slate(struct store_image *image, struct node *root, const struct store_slate *entry)
{
    const struct slate *address = entry->slate;
    uint64_t at = place_of(image, address, sizeof *address);
    struct slate *slate = (struct slate *)(void *)(image->bytes + at);
    size_t nodes = offsetof(struct slate, frames);
    if (!address || entry->state == SLATE_FREE)
        return;
    struct node *top = at && take(image, (const char *)address + nodes, sizeof *slate - nodes)
                           ? take_node(image, address->nodes, NULL)
                           : NULL;
    bool whole = top && top->region->kind == REGION_THREAD && slate->top < SLATE_FRAMES;
    if (whole)
        take_tree(image, top);
    for (uint32_t i = 0; whole && i <= slate->top; i++)
        whole = (slate->frames[i].node = node_at(image, slate->frames[i].node)) && slate->ends[i] < SLATE_NODES;
    image->lost += !whole;
    if (!whole)
        return;
    if (slate->base > slate->top)
        slate->base = slate->top;
    slate_close(slate);
    top->parent = root;
    top->sibling = root->children;
    root->children = top;
}

static void take_slates(struct store_image *image, struct store_header *header)
{
    for (size_t i = 0; i < STORE_SLATES; i++)
        take_slate(image, header->root, &header->slates[i]);
}

/* All but the slates is in a profile. */
static void forget_written(struct store_header *header)
{
    forget_calls(header->root);
    header->root->values = NULL;
    header->root->children = NULL;
    header->threads = NULL;
    header->counts = NULL;
    header->traffic = NULL;
    header->communicators = NULL;
    header->operations = NULL;
}

/* Takes back the step that was half done when a thread's tree was added to the process's. */
static void unfold_step(struct store_image *image, const struct store_fold *fold)
{
    uint64_t to = place_of(image, fold->to, sizeof *fold->to);
    uint64_t from = place_of(image, fold->from, sizeof *fold->from);
    uint64_t caller = place_of(image, fold->caller, sizeof *fold->caller);
    uint64_t extra = place_of(image, fold->saved.extra, sizeof fold->extra);
    struct node *node = (struct node *)(void *)(image->bytes + to);
    if (!to || !from || ((struct node *)(void *)(image->bytes + from))->flags & TREE_MOVED)
        return;
    struct node saved = fold->saved;
    saved.children = node->children;
    saved.sibling = node->sibling;
    *node = saved;
    if (extra)
        memcpy(image->bytes + extra, &fold->extra, sizeof fold->extra);
    uint64_t callers =
        caller ? place_of(image, ((struct node *)(void *)(image->bytes + caller))->extra, sizeof fold->callers) : 0;
    if (callers)
        memcpy(image->bytes + callers, &fold->callers, sizeof fold->callers);
    uint64_t values = image->metrics ? place_of(image, saved.values, values_size(image)) : 0;
    if (values)
        memcpy(((struct node_values *)(void *)(image->bytes + values))->of, fold->values,
               image->metrics * sizeof fold->values[0]);
}

static bool is_listed(const struct store_image *image, const struct store_header *header, const struct thread *wanted)
{
    const struct thread *thread = header->threads;
    for (uint64_t most = image->size / sizeof *thread; thread && most; most--) {
        uint64_t at = place_of(image, thread, sizeof *thread);
        if (thread == wanted || !at)
            return true;
        thread = ((const struct thread *)(void *)(image->bytes + at))->next;
    }
    return thread != NULL;
}

/* The same for a count of its functions. */
static void uncount_step(struct store_image *image, const struct store_fold *fold)
{
    uint64_t to = place_of(image, fold->count_to, sizeof *fold->count_to);
    uint64_t from = place_of(image, fold->count_from, sizeof *fold->count_from);
    if (to && from && *(const uint64_t *)(const void *)(image->bytes + from))
        *(uint64_t *)(void *)(image->bytes + to) = fold->count_before;
}

/* Puts a thread that was ending back into the list, unless all of it is in the process's tree. */
static void unfold(struct store_image *image, struct store_header *header)
{
    const struct store_fold *fold = &header->fold;
    uint64_t at = place_of(image, fold->thread, sizeof *fold->thread);
    struct thread *thread = (struct thread *)(void *)(image->bytes + at);
    unfold_step(image, fold);
    uncount_step(image, fold);
    uint64_t root = at ? place_of(image, thread->tree.root, sizeof(struct node)) : 0;
    if (!root || ((struct node *)(void *)(image->bytes + root))->flags & TREE_MOVED ||
        is_listed(image, header, fold->thread))
        return;
    thread->next = header->threads;
    header->threads = fold->thread;
}

/* The threads that can be had; the rest of the list ends at one that can't. */
static void take_threads(struct store_image *image, struct store_header *header)
{
    struct thread **link = &header->threads;
    while (*link) {
        struct thread *thread = *link = take(image, *link, sizeof *thread);
        if (!thread)
            return;
        if (take_thread(image, thread)) {
            link = &thread->next;
        } else {
            image->lost++;
            *link = thread->next;
        }
    }
}

static bool texts_end(const struct store_header *header)
{
    const struct tally_table *tallies = &header->tallies;
    for (size_t i = 0; i < sizeof tallies->named / sizeof *tallies->named; i++)
        if (!memchr(tallies->named[i].name, 0, TALLY_NAME))
            return false;
    for (uint32_t i = 0; i < header->metrics.count; i++) {
        const struct metric_on *on = &header->metrics.on[i];
        if (!memchr(on->key, 0, sizeof on->key) || !memchr(on->name, 0, sizeof on->name) ||
            !memchr(on->unit, 0, sizeof on->unit) || on->rule > METRIC_MAX)
            return false;
    }
    return memchr(header->start_utc, 0, sizeof header->start_utc) &&
           memchr(header->settings.output, 0, sizeof header->settings.output) &&
           memchr(header->settings.ranks, 0, sizeof header->settings.ranks);
}

/* All communicators, newest first, as regions are; on any damage none, for an index stands for each. */
static void take_communicators(struct store_image *image, struct store_header *header)
{
    uint32_t expected = 0;
    uint64_t ranks;
    for (struct communicator **link = &header->communicators; *link; link = &(*link)->next) {
        struct communicator *communicator = *link = take(image, *link, sizeof *communicator);
        bool first = link == &header->communicators;
        if (communicator && first)
            expected = communicator->index < COMMUNICATORS_MAX ? communicator->index + 1 : 0;
        if (!communicator || !expected || communicator->index != --expected) {
            header->communicators = NULL;
            return;
        }
        struct profile_communicator *what = &communicator->what;
        what->name = text_at(image, what->name);
        what->place = text_at(image, what->place);
        what->ranks = text_at(image, what->ranks);
        if (!ranks_count(what->ranks, &ranks) || (ranks && ranks != what->size))
            what->ranks = "";
    }
    if (expected)
        header->communicators = NULL;
}

static const struct communicator *communicator_at(const struct store_image *image, const struct store_header *header,
                                                  const struct communicator *address)
{
    uint64_t at = place_of(image, address, sizeof *address);
    const struct communicator *known = header->communicators;
    while (known && known != (const struct communicator *)(void *)(image->bytes + at))
        known = known->next;
    return at ? known : NULL;
}

/* Takes back what was half done when one entry was added to another. */
static void unmove_traffic(struct store_image *image, const struct traffic_move *move)
{
    uint64_t to = place_of(image, move->to, sizeof *move->to), from = place_of(image, move->from, sizeof *move->from);
    if (to && from && !((const struct traffic *)(void *)(image->bytes + from))->moved)
        ((struct traffic *)(void *)(image->bytes + to))->sum = move->saved;
}

/* What calls handed to MPI, of the nodes that could be had. */
static void take_traffic(struct store_image *image, struct store_header *header)
{
    take_communicators(image, header);
    struct traffic **link = &header->traffic;
    while (*link) {
        struct traffic *entry = *link = take(image, *link, sizeof *entry);
        if (!entry)
            return;
        entry->node = node_at(image, entry->node);
        const struct communicator *communicator = entry->communicator;
        entry->communicator = communicator_at(image, header, communicator);
        image->lost += (!entry->node && entry->sum.calls && !entry->moved) || (communicator && !entry->communicator);
        link = &entry->older;
    }
}

/* The place of a call that was logged, by its number; 0: it can't be had. */
static uint32_t take_stand(struct store_image *image, unsigned char *is_stand, uint32_t number)
{
    const char *address = (const char *)(uintptr_t)(image->base + (uint64_t)number * UNIT);
    if (!number)
        return 0;
    if (number < image->size / UNIT && bit(is_stand, number)) {
        const struct stand *known = (const struct stand *)(const void *)(image->bytes + (uint64_t)number * UNIT);
        return known->node ? number : 0;
    }
    struct stand *stand = take(image, address, sizeof *stand);
    if (!stand)
        return 0;
    stand->node = node_at(image, stand->node);
    stand->site = text_at(image, stand->site);
    set_bit(is_stand, number);
    return stand->node ? number : 0;
}

static void take_operation(struct store_image *image, unsigned char *is_stand, struct operation *operation)
{
    if (operation->meeting.kind > MEETING_PROBE)
        operation->meeting.kind = MEETING_NONE;
    if (operation->meeting.kind == MEETING_NONE)
        return;
    operation->poster = take_stand(image, is_stand, operation->poster);
    operation->stand = take_stand(image, is_stand, operation->stand);
}

/* The log of meetings, but for the chunks that were not in the file. While it was thinned its entries were in no order. */
static void take_operations(struct store_image *image, struct store_header *header, struct arena *arena)
{
    unsigned char *is_stand = arena_alloc(arena, image->size / UNIT / 8 + 1);
    struct operations_log *log = header->operations = take(image, header->operations, sizeof *log);
    if (!log)
        return;
    bool whole = is_stand && !log->changing && log->levels[LEVEL_OF_CALLS] <= LOG_LEVELS &&
                 log->levels[LEVEL_OF_MESSAGES] <= LOG_LEVELS;
    log->numbers.counters =
        log->numbers.counters ? take(image, log->numbers.counters, NUMBERS_STREAMS * sizeof(struct counter)) : NULL;
    for (uint32_t i = 0; i < OPERATIONS_CHUNKS; i++) {
        const void *address = log->chunks[i];
        bool there = whole && place_of(image, address, OPERATIONS_CHUNK * sizeof(struct operation));
        struct operation *chunk = there ? take(image, address, OPERATIONS_CHUNK * sizeof *chunk) : NULL;
        log->chunks[i] = chunk;
        for (uint32_t k = 0; chunk && k < OPERATIONS_CHUNK; k++)
            take_operation(image, is_stand, &chunk[k]);
    }
}

/* Does the file begin as one that was written by this version? */
static struct store_header *header_of(const struct store_image *image)
{
    return (struct store_header *)(void *)image->bytes;
}

static bool check_header(const unsigned char *bytes, size_t size, const char *name, struct error *error)
{
    struct store_header header;
    if (size < sizeof header || memcmp(bytes, STORE_MAGIC, sizeof header.magic) != 0)
        return error_set(error, ERROR_PROFILE, "%s: not what a process left to recover", name);
    memcpy(&header, bytes, sizeof header);
    if (header.version != STORE_VERSION || memcmp(&header.sizes, &store_sizes, sizeof store_sizes) != 0)
        return error_set(error, ERROR_PROFILE,
                         "%s: written by another version of instr; recover it with the instr-report of that one", name);
    if (header.base % UNIT || header.used < sizeof header || header.kept < sizeof header || header.newest > 1 ||
        header.clock >= CLOCK_KINDS || !possible(header.costs.clock) || !possible(header.costs.timed) ||
        !possible(header.costs.inside) || !possible(header.costs.counted) || !possible(header.costs.outside) ||
        !possible(header.costs.by_function) || header.rank < 0 || header.metrics.count > METRICS_MOST ||
        !texts_end(&header))
        return error_set(error, ERROR_PROFILE, "%s: damaged: impossible values in its header", name);
    return true;
}

static bool copy_bytes(struct store_image *image, const unsigned char *bytes, size_t size, struct arena *arena)
{
    uint64_t used = ((const struct store_header *)(const void *)bytes)->used;
    uint64_t kept = ((const struct store_header *)(const void *)bytes)->kept;
    image->size = used < kept ? used : kept;
    if (image->size > size)
        image->size = size;
    image->size -= image->size % UNIT;
    image->texts = arena_copy(arena, (const char *)bytes, image->size);
    image->bytes = arena_alloc(arena, image->size);
    image->taken = arena_alloc(arena, image->size / UNIT / 8 + 1);
    image->is_node = arena_alloc(arena, image->size / UNIT / 8 + 1);
    if (!image->texts || !image->bytes || !image->taken || !image->is_node)
        return false;
    memcpy(image->bytes, bytes, image->size);
    image->base = ((const struct store_header *)(const void *)bytes)->base;
    return true;
}

/* The last time that is known, on both clocks. */
static struct clock_pair last_time(const struct store_header *header)
{
    struct clock_pair noted = header->last[header->newest], end = noted;
    for (const struct thread *thread = header->threads; thread; thread = thread->next) {
        if (thread->last > end.ticks)
            end.ticks = thread->last;
        struct stack stack = stack_of(thread);
        uint64_t began = start_moment(stack.top->start); /* its innermost call */
        if (!stack_is_empty(stack) && frame_is_timed(stack.top) && began > end.ticks)
            end.ticks = began;
    }
    struct clock_scale scale = store_scale(header, noted);
    if (end.ticks > noted.ticks)
        end.ns += wide_whole((double)(end.ticks - noted.ticks) * clock_ps(scale) * 1e-3);
    return end;
}

const struct store_header *store_image_open(struct store_image *image, const unsigned char *bytes, size_t size,
                                            const char *name, struct arena *arena, struct error *error)
{
    memset(image, 0, sizeof *image);
    if (!check_header(bytes, size, name, error))
        return NULL;
    if (!copy_bytes(image, bytes, size, arena)) {
        error_set(error, ERROR_INTERNAL, "%s: no memory", name);
        return NULL;
    }
    struct store_header *header = header_of(image);
    image->metrics = header->metrics.count;
    header->program = text_at(image, header->program);
    header->command = text_at(image, header->command);
    header->host = text_at(image, header->host);
    header->job = text_at(image, header->job);
    header->directory = text_at(image, header->directory);
    header->roll = text_at(image, header->roll);
    return header;
}

/* This moment on the clock of another process of this machine; *end where it can't be told. */
static void read_clock_of(const struct store_header *header, struct clock_pair *end)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    struct clock_pair now = {.ns = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec};
    now.ticks = header->clock == CLOCK_MONO ? now.ns : 0;
#if CLOCK_HAS_TSC
    if (header->clock == CLOCK_TSC)
        now.ticks = clock_tsc();
#endif
    if (now.ticks > end->ticks && now.ns > end->ns)
        *end = now;
}

/* The name of a damaged store may have no end. */
static void note_plugin(struct store_header *header, uint8_t inside)
{
    char text[TALLY_NAME];
    if (!inside || inside > STORE_PLUGINS)
        return;
    enum { SHOWN = 40 };
    snprintf(text, sizeof text, "threads that were in the plug-in %.*s when it ended: try INSTR_PLUGINS without it",
             SHOWN, header->plugins[inside - 1]);
    tallies_add(&header->tallies, text, 1);
}

/* In whose code the process ended. */
static void note_plugins(struct store_header *header)
{
    note_plugin(header, header->in_plugin);
    for (const struct thread *thread = header->threads; thread; thread = thread->next)
        if (!thread->ended)
            note_plugin(header, thread->events.inside);
}

bool store_image_profile(struct store_image *image, const char *name, bool living, struct profile *profile,
                         struct clock_pair *end, struct arena *arena, struct error *error)
{
    struct store_header *header = header_of(image);
    unfold(image, header);
    unmove_traffic(image, &header->traffic_move);
    if (!take_regions(image, header, arena) || !(header->root = take_node(image, header->root, NULL)) ||
        header->root->region->kind != REGION_ROOT)
        return error_set(error, ERROR_PROFILE,
                         "%s: damaged, or its process ended before it measured anything; remove it", name);
    take_places(image, header);
    take_counts(image, &header->counts);
    if (header->written)
        forget_written(header);
    take_tree(image, header->root);
    take_threads(image, header);
    take_slates(image, header);
    take_traffic(image, header);
    if (living)
        header->operations = NULL;
    take_operations(image, header, arena);
    costs = header->costs; /* of the machine where it was measured */
    header->tallies.values[TALLY_RECOVERED] = !living;
    header->tallies.values[TALLY_DAMAGED] = image->lost;
    if (!living)
        note_plugins(header);
    *end = last_time(header);
    if (living)
        read_clock_of(header, end);
    return collect_store(header, NULL, *end, profile, arena, error);
}
