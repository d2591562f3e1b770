/*
 * region_edit.c - see region_edit.h.
 *
 *     AROUND    {<descriptor and frame> statement }
 *     TURN      {<turns> for (...) {<descriptor and frame with its number> body }}
 *     BETWEEN   {<descriptor and frame, closed> ... <open> statements <close> ... }
 *     CALL      (__extension__({<descriptor and frame> call ;}))
 *     COUNT     for (...) {<descriptor and addition> body }
 */
#include "instrumenter/edit/region_edit.h"

#include "common/hash.h"
#include "common/sort.h"
#include "include/instr_kinds.h"
#include "instrumenter/unit/unit_lines.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

bool region_piece_at(const struct unit_region *region, enum region_piece piece, size_t *at, size_t *extent)
{
    bool outer = piece == REGION_OUTER || piece == REGION_OUTER_CLOSE;
    if (region->reason || (outer && !region->outer_close))
        return false;
    if (piece == REGION_OUTER_CLOSE && region->form != UNIT_REGION_TURN)
        return false;
    size_t from = outer ? region->outer : region->open, to = outer ? region->outer_close : region->close;
    *at = piece == REGION_OUTER || piece == REGION_OPEN ? from : to;
    *extent = to - from;
    return true;
}

/* Maps a path as the compiler does for debug information. */
static const char *mapped(const struct unit *unit, const char *path, struct arena *arena)
{
    for (const char *const *map = unit->maps; map && *map; map++) {
        size_t length = strcspn(*map, "=");
        if (!strncmp(path, *map, length))
            return arena_printf(arena, "%s%s", *map + length + ((*map)[length] == '='), path + length);
    }
    return path;
}

const char *region_file(const struct unit *unit, const char *file, struct arena *arena)
{
    const char *folder = unit->folder ? mapped(unit, unit->folder, arena) : NULL;
    return unit_lines_file(mapped(unit, file, arena), folder, arena);
}

void region_put_value(struct text *out, const struct unit *unit, const struct unit_region *region, const char *name,
                      unsigned flags, const char *origin)
{
    text_printf(out, "={%uu,sizeof(struct __instr_region),%d,%d,%uu,0x%xu,", __INSTR_MAGIC, region->kind, region->level,
                region->line, flags | (unsigned)__INSTR_ABI << 24);
    text_literal(out, region->name);
    text_string(out, ",");
    text_literal(out, region_file(unit, region->file, out->arena));
    text_string(out, ",");
    text_literal(out, origin);
    text_string(out, ",");
    text_literal(out, region->groups);
    text_string(out, ",");
    text_literal(out, reason_word(region->reason));
    if (region->reason)
        text_string(out, ",0,0};");
    else
        text_printf(out, ",&%s,0};", name);
}

#define SHARED ",__used__,__weak__,__visibility__(\"hidden\")))"

/* A name that the assembler forgets, for what is not shared: else a tenth of an object would be names that nobody asks for. */
#define FORGOTTEN(form) " __asm__(\".L" form "\")"

void region_put_head(struct text *out, const char *section, const char *name, bool shared, bool kept)
{
    text_printf(out, "%sstruct __instr_region %s", shared ? "" : "__extension__ static ", name);
    if (!shared)
        text_printf(out, FORGOTTEN("%s"), name);
    text_printf(out, " __attribute__((__section__(\"%s\"),__aligned__(8)", section);
    text_string(out, shared ? SHARED : kept ? ",__used__))" : "))");
}

void region_put_number(struct text *out, const char *name, bool shared)
{
    const char *number = region_number(name);
    text_printf(out, "%sstruct __instr_counted " REGION_NUMBER, shared ? "" : "static ", number);
    if (!shared)
        text_printf(out, FORGOTTEN(REGION_NUMBER), number);
    text_string(out, " __attribute__((__section__(\"instr_counts\"),__aligned__(16)");
    text_string(out, shared ? SHARED : "))");
    text_printf(out, "={0,&%s};", name);
}

void region_put_variable(struct text *out, const struct region_probe *probe)
{
    const char *kind = probe->frame ? "__instr_frame" : "__instr_region", *leave = probe->frame ? "leave" : "end";
    const char *form = probe->constant ? "_constant" : probe->open && !probe->frame ? "_open" : "";
    text_printf(out, "struct %s*%s__instr_%c%zu __attribute__((__unused__,__cleanup__(__instr_%s%s)))", kind,
                probe->constant ? "const " : "", probe->letter, probe->index, leave, form);
}

void region_put_begin(struct text *out, const struct region_probe *probe, const char *name)
{
    const char *form = probe->constant ? "_constant" : "";
    if (probe->frame)
        text_printf(out, "=__instr_enter%s(&%s);", form, name);
    else
        text_printf(out, "=__instr_begin%s(&%s,&" REGION_NUMBER ",1);", form, name, region_number(name));
}

/* Makes a name. Units that include the same header get the same one. */
static void name_of(struct text *out, char name[REGION_NAME_SIZE], const struct unit *unit, size_t index, bool outside)
{
    const struct unit_region *region = &unit->regions[index];
    bool shared = outside && unit->functions[region->function].shared;
    if (!shared || region->reason) {
        snprintf(name, REGION_NAME_SIZE, "__instr_q%zu", index);
        return;
    }
    size_t ordinal = index; /* within its function */
    while (ordinal > 0 && unit->regions[ordinal - 1].function == region->function)
        ordinal--;
    uint64_t hash = hash_text(HASH_START, region->name);
    hash = hash_text(hash, region_file(unit, region->file, out->arena));
    hash = hash_text(hash, unit->functions[region->function].name);
    hash = hash_number(hash_number(hash, region->line), index - ordinal);
    snprintf(name, REGION_NAME_SIZE, "__instr_q_%016" PRIx64, hash);
}

/* Returns whether the program keeps the frame, so that the call can be found by it. */
static bool keeps_frame(const struct unit *unit, size_t index, bool counts)
{
    const struct unit_region *region = &unit->regions[index];
    return !counts || region->form == UNIT_REGION_TURN || region->communicator ||
           unit->functions[region->function].flags & __INSTR_TWICE;
}

static void put_descriptor(struct text *out, const struct unit *unit, size_t index, bool outside, bool counts)
{
    const struct unit_region *region = &unit->regions[index];
    bool shared = outside && !region->reason && unit->functions[region->function].shared;
    bool counted = region->form == UNIT_REGION_COUNT, number = counts && !region->reason;
    number = number && (counted || !keeps_frame(unit, index, counts));
    char name[REGION_NAME_SIZE];
    name_of(out, name, unit, index, outside);
    region_put_head(out, "instr_regions", name, shared, region->reason);
    unsigned flags = unit->functions[region->function].flags & __INSTR_TWICE;
    region_put_value(out, unit, region, name, counted ? __INSTR_COUNTED : flags, NULL);
    if (number)
        region_put_number(out, name, shared);
}

void region_put_descriptors(struct text *out, const struct unit *unit, size_t function, bool outside, bool counts)
{
    size_t index = sort_lower_bound(unit->regions, unit->region_count, sizeof *unit->regions,
                                    offsetof(struct unit_region, function), function);
    for (; index < unit->region_count && unit->regions[index].function == function; index++) {
        const struct unit_region *region = &unit->regions[index];
        if (region->reason || (outside && (counts || region->form != UNIT_REGION_COUNT))) {
            put_descriptor(out, unit, index, outside, counts);
            if (outside)
                text_string(out, "\n");
        }
    }
}

static bool is_constant(const struct unit *unit, size_t index)
{
    return unit->functions[unit->regions[index].function].constant;
}

/* Returns the probe. One between two pragmas is not open yet where its variable is made. */
static struct region_probe probe_of(const struct unit *unit, size_t index, bool counts)
{
    bool between = unit->regions[index].form == UNIT_REGION_BETWEEN;
    return (struct region_probe){.letter = 'g',
                                 .index = index,
                                 .frame = keeps_frame(unit, index, counts),
                                 .constant = !between && is_constant(unit, index),
                                 .open = between};
}

static void put_begin(struct text *out, const struct unit *unit, size_t index, bool outside, bool counts)
{
    struct region_probe probe = probe_of(unit, index, counts);
    char name[REGION_NAME_SIZE];
    name_of(out, name, unit, index, outside);
    region_put_begin(out, &probe, name);
}

static void put_frame(struct text *out, const struct unit *unit, size_t index, bool outside, bool counts)
{
    struct region_probe probe = probe_of(unit, index, counts);
    if (!outside)
        put_descriptor(out, unit, index, false, counts);
    region_put_variable(out, &probe);
    if (probe.open)
        text_string(out, "=0;");
    else
        put_begin(out, unit, index, outside, counts);
}

/* Writes where a probe that keeps its frame begins and ends, for who reads the code. */
static void put_mark(struct text *out, const struct unit *unit, size_t index, bool outside)
{
    char name[REGION_NAME_SIZE];
    name_of(out, name, unit, index, outside);
    text_printf(out,
                "struct __instr_region*__instr_m%zu __attribute__((__unused__,__cleanup__(__instr_mark_end)))="
                "__instr_mark(&%s);",
                index, name);
}

static void put_turn(struct text *out, const struct unit *unit, size_t index, bool outside, bool counts)
{
    if (!outside)
        put_descriptor(out, unit, index, false, counts);
    text_printf(out,
                "struct __instr_turn __instr_u%zu __attribute__((__cleanup__(__instr_leave_turn)))={0,0,0};"
                "struct __instr_frame*__instr_g%zu",
                index, index);
    put_begin(out, unit, index, outside, counts);
    text_printf(out, "__instr_u%zu.__frame=__instr_g%zu;__instr_u%zu.__number=__instr_n%zu++;", index, index, index,
                index);
    text_printf(out, "__instr_u%zu.__exit=__instr_t%zu;", index, index);
}

/* Writes a call that tells the runtime the ranks of a block. A pragma's text is not macro-expanded, and if MPI_COMM_WORLD is a macro the flat
 * text lacks the name. */
static void put_context(struct text *out, const struct unit_region *region, size_t index)
{
    bool world = strcmp(region->communicator, "MPI_COMM_WORLD") == 0;
    text_printf(out, "{void(*__instr_c%zu)(struct __instr_frame*", index);
    if (!world) {
        text_string(out, ",__typeof__(");
        text_string(out, region->communicator);
        text_string(out, ")");
    }
    text_printf(out, ")=(__typeof__(__instr_c%zu))__instr_resolve(\"%s\",(void(*)(void))0);", index,
                world ? "instr_context_world" : "instr_context");
    text_printf(out, "if(__instr_c%zu)__instr_c%zu(__instr_g%zu", index, index, index);
    if (!world) {
        text_string(out, ",");
        text_string(out, region->communicator);
    }
    text_string(out, ");}");
}

/* Writes a counter as a variable, because a statement must not precede declarations. */
static void put_count(struct text *out, const struct unit *unit, size_t index, bool outside)
{
    char name[REGION_NAME_SIZE];
    if (!outside)
        put_descriptor(out, unit, index, false, true);
    name_of(out, name, unit, index, outside);
    text_printf(out, "int __instr_v%zu __attribute__((__unused__))=__instr_count%s(&%s,&" REGION_NUMBER ",1);", index,
                is_constant(unit, index) ? "_constant" : "", name, region_number(name));
}

static void put_open(struct text *out, const struct unit *unit, size_t index, bool outside, bool counts)
{
    const struct unit_region *region = &unit->regions[index];
    if (region->form == UNIT_REGION_BETWEEN) {
        text_printf(out, "__instr_g%zu", index);
        put_begin(out, unit, index, outside, counts);
        return;
    }
    text_string(out, region->form == UNIT_REGION_CALL ? "(__extension__({" : "{");
    if (region->form == UNIT_REGION_TURN)
        put_turn(out, unit, index, outside, counts);
    else if (region->form == UNIT_REGION_COUNT)
        put_count(out, unit, index, outside);
    else
        put_frame(out, unit, index, outside, counts);
    if (region->communicator)
        put_context(out, region, index);
    if (counts && !is_constant(unit, index) && (region->form == UNIT_REGION_TURN || region->communicator))
        put_mark(out, unit, index, outside);
}

void region_put_piece(struct text *out, const struct unit *unit, size_t index, enum region_piece piece, bool outside,
                      bool counts)
{
    const struct unit_region *region = &unit->regions[index];
    switch (piece) {
    case REGION_OUTER:
        if (region->form == UNIT_REGION_BETWEEN) {
            put_frame(out, unit, index, outside, counts);
            break;
        }
        text_printf(out,
                    "{unsigned long __instr_n%zu=0;void(*__instr_t%zu)(struct __instr_frame*,unsigned long)="
                    "(__typeof__(__instr_t%zu))__instr_resolve(\"instr_leave_turn\",(void(*)(void))0);",
                    index, index, index);
        break;
    case REGION_OPEN:
        put_open(out, unit, index, outside, counts);
        break;
    case REGION_CLOSE:
        if (region->form == UNIT_REGION_BETWEEN)
            text_printf(out, "%s(&__instr_g%zu);",
                        keeps_frame(unit, index, counts) ? "__instr_tail" : "__instr_end_tail", index);
        else
            text_string(out, region->form == UNIT_REGION_CALL ? ";}))" : "}");
        break;
    default:
        text_string(out, "}");
        break;
    }
}

void region_put_frame(struct text *out, const struct unit *unit, size_t function, size_t offset)
{
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < unit->region_count; i++) {
        const struct unit_region *region = &unit->regions[i];
        if (region->function == function && !region->reason && region->form != UNIT_REGION_COUNT &&
            region->open <= offset && offset < region->close &&
            (found == SIZE_MAX ||
             region->close - region->open <= unit->regions[found].close - unit->regions[found].open))
            found = i;
    }
    if (found == SIZE_MAX)
        text_printf(out, "__instr_f%zu", function);
    else
        text_printf(out, "__instr_g%zu", found);
}
