/* take_threads.c - see take.h. */
#include "runtime/collect/take.h"

#include "runtime/measure/stack/context.h"
#include "runtime/measure/store/counts.h"
#include "runtime/measure/store/sampled_nodes.h"
#include "runtime/measure/store/store_header.h"

#include <string.h>

static struct segment *take_segment(struct store_image *image, const struct segment *address)
{
    uint64_t at = address ? take_place(image, address, sizeof *address) : 0;
    const struct segment *segment = (const struct segment *)(void *)(image->bytes + at);
    uint64_t end = (uint64_t)(uintptr_t)segment->end - image->base;
    if (!at || end > image->size || end < at + sizeof *segment + sizeof segment->frames[0] ||
        (end - at - sizeof *segment) % sizeof segment->frames[0]) {
        image->lost += address != NULL;
        return NULL;
    }
    struct segment *mine = take_memory(image, address, end - at);
    if (mine)
        mine->end = (struct __instr_frame *)(void *)(image->bytes + end);
    return mine;
}

/* Repairs the frames of a segment up to `top`, so that each names a node or nothing. */
static void settle_frames(struct store_image *image, struct segment *segment, const struct __instr_frame *top)
{
    for (struct __instr_frame *frame = segment->frames; frame <= top; frame++)
        frame->node = take_known_node(image, frame->node);
}

/* Returns whether `address` is a frame in `segment`, and replaces it by the frame's address here. */
static bool frame_in(const struct store_image *image, const struct segment *segment, struct __instr_frame **address)
{
    uint64_t at = take_place(image, *address, sizeof **address);
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

/* Takes the stacks of contexts that did not run. The stack of the running one is the thread's. */
static void take_contexts(struct store_image *image, struct thread *thread)
{
    const struct context *running = thread->context;
    struct context **link = &thread->contexts;
    while (*link) {
        bool runs = *link == running;
        struct context *context = *link = take_memory(image, *link, sizeof *context);
        if (!context)
            return;
        if (!runs && context->stack.top && !context->over &&
            take_stack(image, &context->stack.segment, &context->stack.top))
            link = &context->next;
        else
            *link = context->next;
    }
}

/* Takes the counts. Those behind a damaged one are lost with it. */
static void take_counts(struct store_image *image, const struct store_header *header, struct counts **link)
{
    for (; *link; link = &(*link)->next) {
        uint64_t at = take_place(image, *link, sizeof **link);
        uint64_t unit = at ? ((const struct counts *)(const void *)(image->bytes + at))->unit : UINT64_MAX;
        uint32_t count = unit < header->counted.unit_count ? header->counted.units[unit].count : 0;
        *link = count ? take_memory(image, *link, counts_size(count)) : NULL;
        if (!*link) {
            image->lost++;
            return;
        }
    }
}

static bool take_unit(struct store_image *image, const struct store_header *header, struct counted_unit *unit)
{
    uint64_t size = ((uint64_t)unit->count * sizeof *unit->places + TAKE_UNIT - 1) / TAKE_UNIT * TAKE_UNIT;
    unit->places = unit->count ? take_memory(image, unit->places, size) : NULL;
    for (uint32_t i = 0; unit->places && i < unit->count; i++)
        if ((unit->places[i] & ~COUNTS_OFF) >= header->counted.end)
            unit->places[i] = 0;
    return unit->places;
}

/* Takes the objects. A damaged one has no functions any more. */
static void take_units(struct store_image *image, struct store_header *header)
{
    uint64_t count = header->counted.unit_count;
    struct counted_unit *units = count ? take_memory(image, header->counted.units, count * sizeof *units) : NULL;
    header->counted.units = units;
    header->counted.unit_count = units ? header->counted.unit_count : 0;
    image->lost += count && !units;
    for (uint32_t i = 0; i < header->counted.unit_count; i++)
        if (!take_unit(image, header, &units[i])) {
            units[i] = (struct counted_unit){.count = 0};
            image->lost++;
        }
    for (uint32_t i = 0; i < header->counted.unit_count; i++)
        take_counts(image, header, &units[i].gone);
}

void take_places(struct store_image *image, struct store_header *header)
{
    uint64_t count = header->counted.end;
    struct region **regions = count ? take_memory(image, header->counted.regions, count * sizeof *regions) : NULL;
    for (uint32_t i = 0; i < image->region_count; i++) {
        struct region *region = image->regions[i];
        uint64_t place = region->place;
        bool known = regions && place && place < count && take_known_region(image, regions[place]) == region;
        if (place && !known)
            region->place = 0;
    }
    for (uint64_t i = 0; regions && i < count; i++) {
        regions[i] = take_known_region(image, regions[i]);
        if (regions[i] && regions[i]->place != i)
            regions[i] = NULL;
    }
    header->counted.regions = regions;
    header->counted.end = regions ? header->counted.end : 0;
    header->counted.group = take_known_region(image, header->counted.group);
    header->short_children = take_known_region(image, header->short_children);
    take_units(image, header);
}

static bool take_thread(struct store_image *image, const struct store_header *header, struct thread *thread)
{
    thread->place = take_known_node(image, thread->place);
    thread->tree.root = take_node(image, thread->tree.root, NULL);
    if (!thread->place || !thread->tree.root ||
        (thread->place->parent && thread->tree.root->region->kind == REGION_ROOT))
        return false;
    if (!thread->ended)
        take_forget_calls(thread->tree.root); /* it gets what it is until now */
    take_tree(image, thread->tree.root);
    for (struct node **link = &thread->tree.fallow; *link && (*link = take_retired(image, *link));)
        link = &(*link)->sibling;
    if (!take_stack(image, &thread->segment, &thread->top))
        return false;
    uint64_t owner = take_place(image, thread->teams.owner, sizeof *thread);
    thread->teams.owner = owner ? (struct thread *)(void *)(image->bytes + owner) : NULL;
    thread->teams.slot %= THREAD_ENDS;
    take_counts(image, header, &thread->counts);
    take_contexts(image, thread);
    thread->context = NULL;
    return true;
}

/* Undoes an unfinished step of adding a thread's tree to the process's. */
static void unfold_step(struct store_image *image, const struct store_fold *fold)
{
    uint64_t to = take_place(image, fold->to, sizeof *fold->to);
    uint64_t from = take_place(image, fold->from, sizeof *fold->from);
    uint64_t caller = take_place(image, fold->caller, sizeof *fold->caller);
    uint64_t extra = take_place(image, fold->saved.extra, sizeof fold->extra);
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
        caller ? take_place(image, ((struct node *)(void *)(image->bytes + caller))->extra, sizeof fold->callers) : 0;
    if (callers)
        memcpy(image->bytes + callers, &fold->callers, sizeof fold->callers);
    uint64_t values = image->metrics ? take_place(image, saved.values, take_values_size(image)) : 0;
    if (values)
        memcpy(((struct node_values *)(void *)(image->bytes + values))->of, fold->values,
               image->metrics * sizeof fold->values[0]);
}

static bool is_listed(const struct store_image *image, const struct store_header *header, const struct thread *wanted)
{
    const struct thread *thread = header->threads;
    for (uint64_t most = image->size / sizeof *thread; thread && most; most--) {
        uint64_t at = take_place(image, thread, sizeof *thread);
        if (thread == wanted || !at)
            return true;
        thread = ((const struct thread *)(void *)(image->bytes + at))->next;
    }
    return thread != NULL;
}

/* Does the same for a count of its functions. */
static void uncount_step(struct store_image *image, const struct store_fold *fold)
{
    uint64_t to = take_place(image, fold->count_to, sizeof *fold->count_to);
    uint64_t from = take_place(image, fold->count_from, sizeof *fold->count_from);
    if (to && from && *(const uint64_t *)(const void *)(image->bytes + from))
        *(uint64_t *)(void *)(image->bytes + to) = fold->count_before;
}

void take_threads_back(struct store_image *image, struct store_header *header)
{
    const struct store_fold *fold = &header->fold;
    uint64_t at = take_place(image, fold->thread, sizeof *fold->thread);
    struct thread *thread = (struct thread *)(void *)(image->bytes + at);
    unfold_step(image, fold);
    uncount_step(image, fold);
    uint64_t root = at ? take_place(image, thread->tree.root, sizeof(struct node)) : 0;
    if (!root || ((struct node *)(void *)(image->bytes + root))->flags & TREE_MOVED ||
        is_listed(image, header, fold->thread))
        return;
    thread->next = header->threads;
    header->threads = fold->thread;
}

/* Takes the reasons for blocking, after the trees of all threads are known. */
static void take_stood(const struct store_image *image, struct thread *thread)
{
    for (unsigned i = 0; i < OBSERVED_STOOD; i++) {
        struct stood *stood = &thread->watched.stood[i];
        stood->node = (uintptr_t)take_known_node(image, (struct node *)(uintptr_t)stood->node);
        stood->holder = (uintptr_t)take_known_node(image, (struct node *)(uintptr_t)stood->holder);
        stood->by %= KEPT_KINDS;
    }
}

/* Takes the sampled nodes, after the trees of all threads are known. */
static void take_sampled(struct store_image *image, struct store_header *header)
{
    const struct node *old = header->sampled;
    struct node *all = header->sampled = old ? take_memory(image, header->sampled, SAMPLED_NODES * sizeof *all) : NULL;
    for (uint32_t i = 0; all && i < SAMPLED_NODES; i++) {
        uintptr_t place = (uintptr_t)all[i].parent - (uintptr_t)old;
        all[i].region = take_known_region(image, all[i].region);
        all[i].parent =
            place < SAMPLED_NODES * sizeof *all ? &all[place / sizeof *all] : take_known_node(image, all[i].parent);
    }
}

void take_threads(struct store_image *image, struct store_header *header)
{
    struct thread **link = &header->threads;
    while (*link) {
        struct thread *thread = *link = take_memory(image, *link, sizeof *thread);
        if (!thread)
            return;
        if (take_thread(image, header, thread)) {
            link = &thread->next;
        } else {
            image->lost++;
            *link = thread->next;
        }
    }
    for (struct thread *thread = header->threads; thread; thread = thread->next)
        take_stood(image, thread);
    take_sampled(image, header);
}
