/* code_flow.c - see code_flow.h. */
#include "runtime/observe/code_flow.h"

#include "common/check.h"
#include "runtime/machine/relaxed.h"
#include "runtime/observe/instruction.h"
#include "runtime/observe/raw.h"

enum { OWN_CALL = 1, UNSEEN = 0, SEEN = 1 };

/* Code whose calls are to be found, or are: `place` in the code. */
struct way {
    uint32_t place, call;
};

struct walk {
    const uint8_t *code;
    uint64_t from;
    const struct site_entry *sites, *own;
    uint32_t size, site_count, call_count, call_room;
    uint32_t *seen; /* of each instruction that a way came to: SEEN + its call */
    bool *jumped;   /* to each byte: a branch leads there */
    struct flow_call *calls;
    struct way *ways;    /* that are to be walked: from the front; */
    uint32_t ways_count; /* ... from the end those that go on behind a call */
    uint32_t late_count, ways_room;
};

static uint32_t call_in(struct walk *walk, uint32_t outer, uint64_t region)
{
    uint32_t at = 1;
    CHECK(outer < walk->call_count && walk->call_count <= walk->call_room);
    while (at < walk->call_count && (walk->calls[at].outer != outer || walk->calls[at].region != region))
        at++;
    if (at == walk->call_room)
        return outer;
    walk->calls[at] = (struct flow_call){region, outer};
    walk->call_count += at == walk->call_count;
    return at;
}

/* What is entered later may be left first, where the compiler moves the ends of calls. The function's own has no end. */
static uint32_t call_left(const struct walk *walk, uint32_t call, uint64_t region)
{
    uint32_t at = call;
    while (at > OWN_CALL && walk->calls[at].region != region)
        at = walk->calls[at].outer;
    return at > OWN_CALL ? walk->calls[at].outer : call;
}

/* Of enters and leaves: the one that begins at a place. Null: none does. */
static const struct site_entry *site_at(const struct walk *walk, uint32_t place)
{
    uint64_t address = walk->from + place;
    uint32_t first = site_table_from(walk->sites, walk->site_count, address);
    const struct site_entry *site = &walk->sites[first];
    bool is_there = first < walk->site_count && GET(site->address) == address;
    return is_there && (GET(site->kind) == SITE_ENTER || GET(site->kind) == SITE_LEAVE) ? site : NULL;
}

static struct instruction read_at(const struct walk *walk, uint32_t place)
{
    return instruction_at(walk->code + place, walk->code + walk->size);
}

static bool leads_inside(const struct walk *walk, struct instruction instruction)
{
    return instruction.target >= walk->code && instruction.target < walk->code + walk->size;
}

static void mark_targets(const struct walk *walk)
{
    struct instruction instruction;
    for (uint32_t place = 0; place < walk->size && (instruction = read_at(walk, place)).size; place += instruction.size)
        if (leads_inside(walk, instruction))
            walk->jumped[instruction.target - walk->code] = true;
}

static void add_way(struct walk *walk, uint32_t place, uint32_t call, bool late)
{
    if (place >= walk->size || walk->seen[place] || walk->ways_count + walk->late_count == walk->ways_room)
        return;
    uint32_t at = late ? walk->ways_room - ++walk->late_count : walk->ways_count++;
    walk->ways[at] = (struct way){place, call};
}

/* To where it ends, or comes to what was seen. */
static void walk_way(struct walk *walk, struct way way)
{
    while (way.place < walk->size && walk->seen[way.place] == UNSEEN) {
        const struct site_entry *site = site_at(walk, way.place);
        uint64_t region = site ? GET(site->region) : 0;
        if (site && GET(site->kind) == SITE_ENTER && site != walk->own)
            way.call = call_in(walk, way.call, region);
        walk->seen[way.place] = SEEN + way.call;
        if (site) {
            if (GET(site->kind) == SITE_LEAVE)
                way.call = call_left(walk, way.call, region);
            way.place += GET(site->size);
            continue;
        }
        struct instruction instruction = read_at(walk, way.place);
        if (leads_inside(walk, instruction))
            add_way(walk, (uint32_t)(instruction.target - walk->code), way.call, false);
        way.place += instruction.size;
        if (!instruction.size || instruction.flow == INSTRUCTION_JUMPS || instruction.flow == INSTRUCTION_CHOOSES ||
            instruction.flow == INSTRUCTION_ENDS)
            return;
        if (instruction.flow == INSTRUCTION_CALLS && way.place < walk->size && walk->jumped[way.place]) {
            add_way(walk, way.place, way.call, true);
            return;
        }
    }
}

static void walk_all(struct walk *walk)
{
    while (walk->ways_count || walk->late_count)
        walk_way(walk,
                 walk->ways_count ? walk->ways[--walk->ways_count] : walk->ways[walk->ways_room - walk->late_count--]);
}

/* What a table of addresses leads to, by place. */
static void walk_choices(struct walk *walk)
{
    uint32_t call = OWN_CALL;
    struct instruction instruction;
    for (uint32_t place = 0; place < walk->size && (instruction = read_at(walk, place)).size;
         place += instruction.size) {
        add_way(walk, place, call, false);
        walk_all(walk);
        CHECK(walk->seen[place] != UNSEEN && walk->seen[place] - SEEN < walk->call_count);
        if (instruction.flow == INSTRUCTION_CHOOSES)
            call = walk->seen[place] - SEEN;
    }
}

/* Without spans: how many there would be. */
static uint32_t list_spans(const struct walk *walk, struct flow_span *spans)
{
    uint32_t count = 0, last = UNSEEN;
    for (uint32_t place = 0; place < walk->size; place++) {
        if (walk->seen[place] == UNSEEN || walk->seen[place] == last)
            continue;
        last = walk->seen[place];
        if (spans)
            spans[count] = (struct flow_span){place, last - SEEN};
        count++;
    }
    return count;
}

static struct code_flow *keep(const struct walk *walk)
{
    uint32_t count = list_spans(walk, NULL);
    uint64_t calls = walk->call_count * sizeof *walk->calls,
             size = sizeof(struct code_flow) + calls + count * sizeof(struct flow_span);
    struct code_flow *flow = raw_map(size, -1);
    if (!flow)
        return NULL;
    struct flow_call *kept = (void *)(flow + 1);
    struct flow_span *spans = (void *)(kept + walk->call_count);
    for (uint32_t i = 0; i < walk->call_count; i++)
        kept[i] = walk->calls[i];
    uint32_t listed = list_spans(walk, spans);
    CHECK(listed == count);
    (void)listed;
    *flow = (struct code_flow){.from = walk->from,
                               .to = walk->from + walk->size,
                               .calls = kept,
                               .spans = spans,
                               .span_count = count,
                               .size = size};
    return flow;
}

/* Whether the sites are those of this code. */
static bool is_its_code(const struct walk *walk)
{
    static const uint8_t lea[] = {0x4c, 0x8d, 0x1d}; /* what a site begins with: see sites.h */
    for (uint32_t i = 0; i < walk->site_count; i++) {
        uint64_t place = GET(walk->sites[i].address) - walk->from;
        uint32_t kind = GET(walk->sites[i].kind);
        if (kind != SITE_ENTER && kind != SITE_LEAVE)
            continue;
        if (!GET(walk->sites[i].size) || place + sizeof lea > walk->size || walk->code[place] != lea[0] ||
            walk->code[place + 1] != lea[1] || walk->code[place + 2] != lea[2])
            return false;
    }
    return true;
}

struct code_flow *code_flow_make(const uint8_t *code, uint64_t from, uint64_t to, const struct site_entry *sites,
                                 uint32_t site_count, const struct site_entry *own)
{
    struct walk walk = {.code = code,
                        .from = from,
                        .sites = sites,
                        .own = own,
                        .size = (uint32_t)(to - from),
                        .site_count = site_count,
                        .call_count = OWN_CALL + 1,
                        .call_room = 2 * site_count + OWN_CALL + 1};
    walk.ways_room = walk.size;
    uint64_t calls = walk.call_room * sizeof *walk.calls, seen = walk.size * sizeof *walk.seen,
             ways = walk.ways_room * sizeof *walk.ways, size = calls + ways + seen + walk.size;
    uint8_t *memory = is_its_code(&walk) ? raw_map(size, -1) : NULL;
    if (!memory)
        return NULL;
    walk.calls = (void *)memory;
    walk.ways = (void *)(memory + calls);
    walk.seen = (void *)(memory + calls + ways);
    walk.jumped = (void *)(memory + calls + ways + seen);
    walk.calls[OWN_CALL].region = own ? GET(own->region) : 0;
    mark_targets(&walk);
    add_way(&walk, 0, OWN_CALL, false);
    walk_all(&walk);
    walk_choices(&walk);
    struct code_flow *flow = keep(&walk);
    raw_unmap(memory, size);
    return flow;
}

uint32_t code_flow_at(const struct code_flow *flow, uint64_t address, uint64_t *regions, uint32_t room)
{
    uint32_t low = 0, high = flow->span_count, count = 0;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (flow->from + flow->spans[middle].from <= address)
            low = middle + 1;
        else
            high = middle;
    }
    for (uint32_t call = low ? flow->spans[low - 1].call : OWN_CALL; call && count < room;
         call = flow->calls[call].outer)
        if (flow->calls[call].region)
            regions[count++] = flow->calls[call].region;
    return count;
}

void code_flow_drop(struct code_flow *flow)
{
    raw_unmap(flow, flow->size);
}
