/* look.c - see look.h. */
#include "observer/look.h"

#include "runtime/machine/word.h"
#include "runtime/measure/light_table.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_THREADS = 1 << 16 };

bool look_open(struct looker *looker, const char *path)
{
    enum { SHIFT = sizeof(void *) == 8 ? 35 : 28 };
    struct stat status;
    int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0)
        return false;
    bool fits = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
                status.st_size >= (off_t)sizeof(struct store_header);
    looker->size = (uint64_t)1 << SHIFT;
    void *memory = MAP_FAILED;
    if (fits) /* the file grows into it */
        memory = mmap(NULL, looker->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    close(file);
    if (memory == MAP_FAILED)
        return false;
    looker->store = memory;
    looker->seen = 0;
    return memcmp(looker->store->magic, STORE_MAGIC, sizeof looker->store->magic) == 0 &&
           looker->store->version == STORE_VERSION &&
           memcmp(&looker->store->sizes, &store_sizes, sizeof store_sizes) == 0;
}

void *look_at(const struct looker *looker, uint64_t address, uint64_t size)
{
    uint64_t place = address - looker->store->base, end = GET(looker->store->kept);
    if (end > looker->size)
        end = looker->size;
    bool inside = place % 8 == 0 && place >= sizeof(struct store_header) && place < end && size <= end - place;
    return inside ? (char *)looker->store + place : NULL;
}

/* Whether a counted node is tiny no more: look after look finds the thread in it, and hardly any call in between. */
static bool has_grown(struct looker *looker, uint64_t address, uint64_t now, uint64_t calls, uint64_t ns)
{
    enum { LOOKS = 4 };
    struct last_look *last = &looker->last[address / 64 % LOOK_THREADS];
    bool same = last->thread == address && last->now == now;
    bool slow = same && (calls - last->calls) * 2 * looker->store->observed.tiny_ns < ns;
    *last = (struct last_look){address, now, calls, slow ? last->slow + 1 : 0};
    return last->slow >= LOOKS;
}

/* Where the thread counts calls of a node without a frame; null: nowhere just now. */
static struct light_slot *slot_of(const struct looker *looker, const struct thread *thread, const struct node *node)
{
    const struct light_table *table = look_at(looker, (uintptr_t)GET(thread->finds), sizeof *table);
    uint64_t key = light_key(tree_path(GET(node->parent)), GET(node->region));
    uintptr_t home = table ? (uintptr_t)light_home(GET(table->slots), GET(table->mask), key) : 0;
    struct light_slot *slot = look_at(looker, home, (LIGHT_FAR + 1) * sizeof *slot);
    for (int i = 0; slot && i <= LIGHT_FAR; i++)
        if (GET(slot[i].key) == key)
            return &slot[i];
    return NULL;
}

/* The next calls of a node are timed, and then it is thought about again. A table that is being replaced just now may keep
 * it: a later look tries again. */
static void time_again(struct node *node, struct light_slot *slot)
{
    PUT(node->counted, 0);
    if (slot)
        PUT(slot->key, LIGHT_GONE);
}

/* The (other paths) that the node is below; null: none. */
static const struct node *other_of(const struct looker *looker, const struct node *node)
{
    const struct node *parent = look_at(looker, (uintptr_t)GET(node->parent), sizeof *parent);
    const struct region *region = parent ? look_at(looker, (uintptr_t)GET(parent->region), sizeof *region) : NULL;
    return region && region->kind == REGION_OTHER ? parent : NULL;
}

/* Where the thread is: in the node whose address is `runs`, or in a leaf that it calls, see light_leaf. */
static uint64_t leaf_or(const struct looker *looker, const struct thread *thread, uint64_t runs)
{
    uint64_t leaf = GET(thread->leaf);
    const struct node *node = leaf & 1 ? look_at(looker, leaf - 1, sizeof *node) : NULL;
    const struct node *caller = node ? look_at(looker, runs, sizeof *caller) : NULL;
    if (!caller)
        return runs;
    const struct node *other = other_of(looker, node);
    const struct node *parent = GET(node->parent);
    bool called =
        other ? (uintptr_t)GET(other->parent) == runs || GET(caller->parent) == parent : (uintptr_t)parent == runs;
    return called ? leaf - 1 : runs;
}

/* Much of what a thread does is in (other paths): what was seldom called once is not any more. Each time it takes twice as long
 * before that is asked again, as paths may be too many; but no longer than what makes it cheap. */
static void ask_for_paths(const struct looker *looker, struct thread *thread, const struct node *node, uint64_t ns)
{
    enum { PATIENCE_NS = 100000000, MUCH = 8, CHEAP = 32 };
    struct tree *tree = &thread->tree;
    uint64_t patience = GET(tree->patience) ? GET(tree->patience) : PATIENCE_NS;
    PUT(tree->looked, GET(tree->looked) + ns);
    if (!other_of(looker, node))
        return;
    PUT(tree->in_other, GET(tree->in_other) + ns);
    if (GET(tree->in_other) < patience)
        return;
    if (GET(tree->in_other) > GET(tree->looked) / MUCH) {
        PUT(tree->asked, 1);
        light_stop(thread);
        uint64_t most = CHEAP * GET(tree->burden_ns);
        if (patience < most)
            patience *= 2;
    }
    PUT(tree->patience, patience);
    PUT(tree->in_other, 0);
    PUT(tree->looked, 0);
}

bool look(struct looker *looker, uint64_t ns)
{
    struct observed *observed = &looker->store->observed;
    uint64_t seen = 0;
    uint64_t address = (uint64_t)(uintptr_t)__atomic_load_n(&looker->store->threads, __ATOMIC_ACQUIRE);
    struct thread *thread;
    for (int i = 0; i < MOST_THREADS && (thread = look_at(looker, address, sizeof *thread)); i++) {
        bool probe = GET(thread->probing) || light_is_probing(thread);
        const struct __instr_frame *frame = look_at(looker, (uintptr_t)GET(thread->top), sizeof *frame);
        uint64_t open = (uintptr_t)light_open(thread);
        uint64_t now = open ? leaf_or(looker, thread, open) : frame ? (uintptr_t)GET(frame->node) : 0;
        struct node *node = look_at(looker, now, sizeof *node);
        if (node && !GET(thread->ended)) {
            struct light_slot *slot = slot_of(looker, thread, node);
            uint64_t *place = probe ? &node->looked_probe : &node->looked;
            uint64_t calls = GET(node->calls) + (slot ? GET(slot->calls) : 0);
            PUT(*place, GET(*place) + ns);
            PUT(observed->looks, observed->looks + 1);
            PUT(observed->looked, observed->looked + ns);
            PUT(observed->looked_probe, observed->looked_probe + (probe ? ns : 0));
            seen = seen * 31 + now + calls;
            ask_for_paths(looker, thread, node, ns);
            if (has_grown(looker, address, now, calls, ns) && GET(node->counted) && !GET(node->folds))
                time_again(node, slot);
        }
        address = (uint64_t)(uintptr_t)GET(thread->next);
    }
    bool same = seen == looker->seen;
    looker->seen = seen;
    return same;
}
