/*
 * unit_edit.c - see unit_edit.h.
 *
 * The edit inserts, and removes nothing but our own pragmas and those of OpenMP that region_team.c takes apart.
 * What lies between is the user's text, byte for byte:
 *     # 1 "a.c"                          the text's first marker
 *     # 1 "<instr>" 1 3                  the preamble, as a system header: it warns of nothing
 *     ...
 *     # 1 "a.c" 2                        and back where the user's text went on
 *     int f(void) {<probe> ... }         a probe in the line of the `{`
 */
#include "instrumenter/edit/unit_edit.h"

#include "common/hash.h"
#include "common/sort.h"
#include "instrumenter/edit/preamble.h"
#include "instrumenter/edit/region_edit.h"
#include "instrumenter/unit/text.h"

#include "include/instr_kinds.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct edit {
    const struct unit *unit;
    const struct unit_options *options;
    enum unit_edit_mode mode;
    struct text out;
};

/* Returns whether it is a coroutine whose pieces are timed. */
static bool has_pieces(const struct edit *edit, const struct unit_function *function)
{
    return function->reason == REASON_COROUTINE && function->pieces && edit->mode < UNIT_EDIT_CALLED;
}

static enum reason reason_of(const struct edit *edit, const struct unit_function *function)
{
    if (!function->reason && edit->mode == UNIT_EDIT_RECORDS)
        return REASON_UNIT_FAILED;
    /* A count keeps nothing for the function's end, wherever that comes. */
    if (has_pieces(edit, function) ||
        (function->reason == REASON_COROUTINE && function->flags & __INSTR_COUNTED && edit->mode == UNIT_EDIT_STUBS))
        return REASON_NONE;
    /* The machine can't jump from a function whose frame another function may look at. */
    if (!function->reason && edit->mode == UNIT_EDIT_CALLED && function->flags & __INSTR_TAIL)
        return REASON_TAIL_CALL;
    return function->reason;
}

static bool is_untouched(const struct unit_function *function)
{
    return function->reason == REASON_PROBE_FAILED;
}

/*
 * Most descriptors stand inside the function they describe, so that they are in the object exactly when
 * it is. At the top of the unit stand those of
 *   - functions whose language allows none in them;
 *   - functions in which something of ours did not compile: nothing is put into them;
 *   - all functions when the bodies must not be touched.
 */
static bool is_outside(const struct edit *edit, const struct unit_function *function)
{
    return edit->mode == UNIT_EDIT_RECORDS || function->at_top || is_untouched(function);
}

/* Returns whether a descriptor with probes is one for all units of the program that have the function. */
static bool is_shared(const struct edit *edit, const struct unit_function *function)
{
    return function->shared && !reason_of(edit, function);
}

/* Returns a hash that is the same in every unit with the same header, and almost always different for two functions. */
static uint64_t identity_hash(const struct edit *edit, const struct unit_function *function)
{
    const char *file = region_file(edit->unit, function->file, edit->out.arena);
    return hash_number(hash_text(hash_text(HASH_START, function->name), file), function->line);
}

/* Returns whether probes count: only those by assembly do. */
static bool counts(const struct edit *edit)
{
    return edit->mode == UNIT_EDIT_STUBS;
}

/* Returns whether its calls are only counted, never framed. */
static bool is_counted(const struct edit *edit, const struct unit_function *function)
{
    return counts(edit) && function->flags & __INSTR_COUNTED && !reason_of(edit, function);
}

/* Returns whether the program keeps the frames of its calls, so that a call can be found by its frame. */
static bool keeps_frame(const struct edit *edit, const struct unit_function *function)
{
    return !counts(edit) || function->flags & __INSTR_TWICE || function->reason == REASON_COROUTINE;
}

/* Returns whether it has a counter of its own. */
static bool has_number(const struct edit *edit, const struct unit_function *function)
{
    return !reason_of(edit, function) && (is_counted(edit, function) || !keeps_frame(edit, function));
}

static void name_of(char name[REGION_NAME_SIZE], const struct edit *edit, size_t index)
{
    const struct unit_function *function = &edit->unit->functions[index];
    if (is_shared(edit, function)) /* by units whose probes have one form */
        snprintf(name, REGION_NAME_SIZE, "__instr_r_%016" PRIx64, identity_hash(edit, function));
    else
        snprintf(name, REGION_NAME_SIZE, "__instr_r%zu", index);
}

static void put_value(struct edit *edit, size_t index, const char *name)
{
    const struct unit_function *function = &edit->unit->functions[index];
    unsigned flags = is_counted(edit, function) ? function->flags : function->flags & ~__INSTR_COUNTED;
    if (has_pieces(edit, function))
        flags |= __INSTR_PIECES;
    if (edit->options->all_paths)
        flags |= __INSTR_ALL_PATHS;
    struct unit_region region = {.name = function->name, .file = function->file, .line = function->line};
    region.kind = __INSTR_FUNCTION;
    region.level = 1;
    region.reason = reason_of(edit, function);
    region_put_value(&edit->out, edit->unit, &region, name, flags, function->origin);
    if (has_number(edit, function))
        region_put_number(&edit->out, name, is_shared(edit, function));
}

/* Returns whether it is kept in the object without references. The compiler may drop the body of a coroutine, and keep the code that starts
 * it. */
static bool is_kept(const struct edit *edit, const struct unit_function *function)
{
    return reason_of(edit, function) || function->reason == REASON_COROUTINE;
}

/* Returns the section of descriptors. The linker script of a program without a C library may reject an unknown section, but knows those of
 * data: nothing reads the records there at run time. */
static const char *section_of(const struct edit *edit)
{
    return edit->options->no_probes == REASON_FREESTANDING ? ".data.instr_regions" : "instr_regions";
}

/* A descriptor at file scope. */
static void put_outside(struct edit *edit, size_t index)
{
    const struct unit_function *function = &edit->unit->functions[index];
    bool shared = is_shared(edit, function);
    char name[REGION_NAME_SIZE];
    name_of(name, edit, index);
    region_put_head(&edit->out, section_of(edit), name, shared, is_kept(edit, function));
    put_value(edit, index, name);
    text_string(&edit->out, "\n");
}

static void put_descriptor(struct edit *edit, size_t index, const char *name)
{
    const struct unit_function *function = &edit->unit->functions[index];
    region_put_head(&edit->out, section_of(edit), name, false, reason_of(edit, function));
    put_value(edit, index, name);
}

/* Writes the probe: a variable whose cleanup leaves the function. */
static void put_frame(struct edit *edit, size_t index, const char *name)
{
    const struct unit_function *function = &edit->unit->functions[index];
    struct region_probe probe = {.letter = 'f',
                                 .index = index,
                                 .frame = keeps_frame(edit, function),
                                 .constant = function->constant,
                                 .open = function->flags & __INSTR_TAIL};
    region_put_variable(&edit->out, &probe);
    region_put_begin(&edit->out, &probe, name);
}

/* Writes the probe of a counted function: a variable, because a statement must not precede declarations. */
static void put_count(struct edit *edit, size_t index, const char *name)
{
    text_printf(&edit->out, "int __instr_f%zu __attribute__((__unused__))=__instr_count%s(&%s,&" REGION_NUMBER ",1);",
                index, edit->unit->functions[index].constant ? "_constant" : "", name, region_number(name));
}

static void put_inside(struct edit *edit, size_t index)
{
    const struct unit_function *function = &edit->unit->functions[index];
    bool record = reason_of(edit, function);
    struct text *out = &edit->out;
    char name[REGION_NAME_SIZE];
    name_of(name, edit, index);
    if (!is_outside(edit, function))
        put_descriptor(edit, index, name);
    if (record)
        return;
    if (has_pieces(edit, function))
        text_printf(out, "::__instr_co::__pieces __instr_f%zu(&%s);", index, name);
    else if (is_counted(edit, function))
        put_count(edit, index, name);
    if (is_counted(edit, function) || function->reason == REASON_COROUTINE)
        return;
    put_frame(edit, index, name);
    if (!is_outside(edit, function))
        region_put_descriptors(out, edit->unit, index, false, counts(edit));
}

/* Returns the lines from a function's name to its `{`; -1 if a marker between them may lead to another file. */
static int lines_to_body(const struct unit *unit, const struct unit_function *function)
{
    const char *at = unit->text + function->name_at, *end = unit->text + function->open;
    int lines = 0;
    while ((at = memchr(at, '\n', (size_t)(end - at)))) {
        if (*++at == '#')
            return -1;
        lines++;
    }
    return lines;
}

/* Writes blanks as wide as the line up to `offset`, which is elsewhere. */
static void put_blanks(struct edit *edit, size_t offset)
{
    const char *line = edit->unit->text + offset;
    while (line > edit->unit->text && line[-1] != '\n')
        line--;
    text_printf(&edit->out, "%*s", (int)(edit->unit->text + offset - line), "");
}

/* Writes the probe. With --coverage it is in the line of the function's name, which is counted anyway. If a program can ask for columns it is
 * in a line of its own. */
static void put_probe(struct edit *edit, size_t index)
{
    const struct unit_function *function = &edit->unit->functions[index];
    int lines = lines_to_body(edit->unit, function);
    bool apart = lines >= 0 && edit->unit->tells_columns, above = edit->options->coverage && lines > 0;
    if (apart || above) {
        text_printf(&edit->out, "\n# %u ", function->line);
        text_literal(&edit->out, function->file);
        text_string(&edit->out, "\n");
    }
    put_inside(edit, index);
    if (apart || above)
        text_printf(&edit->out, "\n# %u\n", function->line + (unsigned)lines);
    if (apart)
        put_blanks(edit, function->open);
}

/* Returns how a unit's code finds its thread's counters. clang would give a program's thread-local variables names that no shared object can
 * use. Callees of an ifunc resolver run, in a static program, before there are any, and before there is a thread pointer. */
static const char *preamble_of_stubs(const struct edit *edit)
{
    bool early = memmem(edit->unit->text, edit->unit->size, "ifunc", 5);
    if (edit->options->clang)
        return early || edit->options->loads_watched ? preamble_clang : preamble_loads;
    return edit->options->library || early ? preamble_library : preamble_stubs;
}

/* Writes include/instr_abi.h, with the runtime's path in it. A unit without probes has only records and what it says of system headers, for
 * which the two types at its beginning are enough. */
static void put_abi(struct edit *edit)
{
    if (edit->options->no_probes) {
        const char *end = strstr(preamble_text, "};\n") + 3;
        if (edit->unit->library && *edit->unit->library)
            end = strstr(end, "};\n") + 3;
        text_add(&edit->out, preamble_text, (size_t)(end - preamble_text));
        return;
    }
    const char *at = edit->mode == UNIT_EDIT_CALLED  ? preamble_called
                     : edit->options->coverage       ? preamble_coverage
                     : edit->mode == UNIT_EDIT_STUBS ? preamble_of_stubs(edit)
                                                     : preamble_text;
    if (edit->mode == UNIT_EDIT_STUBS)
        text_printf(&edit->out, "enum{__instr_watched=%d};\n", edit->options->address || edit->options->loads_watched);
    for (const char *word; (word = strstr(at, PREAMBLE_RUNTIME)); at = word + strlen(PREAMBLE_RUNTIME)) {
        text_add(&edit->out, at, (size_t)(word - at));
        text_literal(&edit->out, edit->options->runtime ? edit->options->runtime : "libinstr.so.1");
    }
    text_string(&edit->out, at);
}

/* GCC 12 forgets -fmerge-constants for the whole unit where a function has optimize("O0"), as our boot code. Each of the user's
 * strings would be in the program once a unit. A later function that is optimized, even one without a body, brings it back. */
static void put_constants(struct edit *edit)
{
    if (!edit->options->apart && !edit->options->clang && !edit->options->no_probes)
        text_string(&edit->out, "void __instr_constants(void)__attribute__((__optimize__(\"O1\")));\n");
}

/*
 * No probe refers to the record of a function that is left alone, so a link with --gc-sections may drop it, with all
 * others of its unit. What is retained - as far as compiler and linker know the word; that they don't is no warning here
 * - refers to the unit's part of the section. Readers of the section step over the gap.
 */
static void put_retained(struct edit *edit)
{
    const char *section = section_of(edit);
    bool any = false;
    for (size_t i = 0; i < edit->unit->function_count; i++)
        any |= reason_of(edit, &edit->unit->functions[i]) != REASON_NONE;
    if (any)
        text_printf(&edit->out,
                    "static unsigned long __instr_gap __attribute__((__section__(\"%s\"),__aligned__(8),__used__))=0;\n"
                    "static unsigned long*__instr_keep __attribute__((__section__(\"%.*sinstr_keep\"),__used__,"
                    "__retain__))=&__instr_gap;\n",
                    section, *section == '.' ? (int)strlen(".data.") : 0, section);
}

static void put_setting(struct edit *edit, int kind, const char *value)
{
    if (!value || !*value)
        return;
    text_printf(&edit->out,
                "static struct __instr_setting __instr_setting%d __attribute__((__section__(\"%s\"),"
                "__aligned__(8),__used__))={%uu,sizeof(struct __instr_setting),%d,",
                kind, section_of(edit), __INSTR_SETTING, kind);
    text_literal(&edit->out, value);
    text_string(&edit->out, "};\n");
}

/* Returns whether a probe is in a function that may run at compile time. */
static bool has_constants(const struct edit *edit)
{
    for (size_t i = 0; i < edit->unit->function_count; i++)
        if (edit->unit->functions[i].constant && !reason_of(edit, &edit->unit->functions[i]))
            return true;
    return false;
}

/* Writes settings of the build for the runtime, and for reports. */
static void put_settings(struct edit *edit)
{
    put_setting(edit, __INSTR_SETTING_OUTPUT, edit->options->no_probes ? NULL : edit->options->output);
    put_setting(edit, __INSTR_SETTING_BUILD, edit->options->no_probes ? NULL : edit->options->build);
    put_setting(edit, __INSTR_SETTING_LIBRARY, edit->unit->library);
}

/*
 * Returns whether to give functions a single stack. A probe passes the address of a variable to its cleanup, for which SafeStack puts a part of
 * the frame on its second stack, unless an optimiser sees that this is needless. Threads unknown to clang's library, such as those of
 * thrd_create, have no second stack. So without optimisation everything goes on the ordinary stack.
 */
static bool has_one_stack(const struct edit *edit)
{
    return edit->options->safe_stack && edit->options->unoptimized && !edit->options->no_probes &&
           edit->mode != UNIT_EDIT_RECORDS;
}

static bool has_coroutines(const struct edit *edit)
{
    for (size_t i = 0; i < edit->unit->function_count; i++)
        if (has_pieces(edit, &edit->unit->functions[i]))
            return true;
    return false;
}

static void put_preamble(struct edit *edit)
{
    const struct unit *unit = edit->unit;
    struct text *out = &edit->out;
    if (unit->top == 0) { /* no marker: without one, GCC would name the object after our file */
        text_string(out, "# 1 ");
        text_literal(out, unit->top_file);
        text_string(out, "\n");
    }
    text_string(out, "# 1 \"<instr>\" 1 3\n");
    if (has_one_stack(edit))
        text_string(
            out, "#pragma clang attribute push(__attribute__((no_sanitize(\"safe-stack\"))), apply_to = function)\n");
    text_string(out, unit->before);
    put_abi(edit);
    put_constants(edit);
    text_string(out, unit->behind);
    if (has_constants(edit))
        text_string(out, edit->mode == UNIT_EDIT_STUBS ? preamble_constant_stubs : preamble_constant);
    if (has_coroutines(edit))
        text_string(out, preamble_pieces);
    put_settings(edit);
    put_retained(edit);
    for (size_t i = 0; i < unit->function_count; i++)
        if (is_outside(edit, &unit->functions[i])) {
            put_outside(edit, i);
            if (!reason_of(edit, &unit->functions[i]))
                region_put_descriptors(out, unit, i, true, counts(edit));
        }
    text_printf(out, "# %u ", unit->top_line);
    text_literal(out, unit->top_file);
    text_string(out, " 2\n");
}

/* A place where text is inserted, or a pragma of ours removed. */
struct insertion {
    size_t at;
    size_t extent; /* how far the inserted bracket reaches: of two openings at one place the wider is outside */
    enum {
        CLOSE,
        CALLEE_CLOSE,
        REGION_RIGHT,
        TEAM_RIGHT,
        WAIT_RIGHT,
        PROBE,
        REGION_LEFT,
        TEAM_LEFT,
        YIELD_LEFT,
        WAIT_LEFT,
        OPEN,
        CALLEE_OPEN,
        TEAM_PRAGMA,
        REMOVAL
    } what;
    enum region_piece piece; /* for REGION_* */
    size_t index;            /* of the call, region, team or removal, or for PROBE of the function */
};

static bool closes(const struct insertion *insertion)
{
    return insertion->what <= WAIT_RIGHT;
}

/* Sorts by place; at one place closing text comes first, then wider insertions before narrower ones. Of two equally wide ones the first in its
 * list is outside. */
static int compare_insertions(const void *left, const void *right)
{
    const struct insertion *a = left, *b = right;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    if (closes(a) != closes(b))
        return closes(a) ? -1 : 1;
    if ((a->what == REMOVAL) != (b->what == REMOVAL))
        return b->what == REMOVAL ? -1 : 1;
    int inside = a->extent != b->extent ? (a->extent < b->extent ? 1 : -1)
                 : a->what != b->what   ? (a->what > b->what ? 1 : -1)
                                        : (a->index > b->index) - (a->index < b->index);
    return closes(a) ? -inside : inside;
}

static bool is_team(const struct insertion *insertion)
{
    return insertion->what == TEAM_LEFT || insertion->what == TEAM_PRAGMA || insertion->what == TEAM_RIGHT;
}

/* See region_team.c. */
static void put_team(struct edit *edit, const struct insertion *insertion)
{
    const struct unit_team *team = &edit->unit->teams[insertion->index];
    struct text *out = &edit->out;
    if (insertion->what == TEAM_LEFT) {
        text_printf(out,
                    "{struct __instr_team __instr_t%zu __attribute__((__unused__,__cleanup__(__instr_team_end)))="
                    "__instr_team_begin();",
                    insertion->index);
    } else if (insertion->what == TEAM_RIGHT) {
        text_string(out, "}}");
    } else {
        text_printf(out,
                    "#pragma omp parallel%s shared(__instr_t%zu)\n"
                    "{struct __instr_frame*__instr_m%zu __attribute__((__unused__,__cleanup__(__instr_leave)))="
                    "__instr_team_enter(&__instr_t%zu);\n# %u ",
                    team->clauses, insertion->index, insertion->index, insertion->index, team->line + !*team->sharing);
        text_literal(out, team->file);
        if (*team->sharing)
            text_printf(out, "\n%s", team->sharing);
    }
}

static bool is_wait(const struct insertion *insertion)
{
    return insertion->what == YIELD_LEFT || insertion->what == WAIT_LEFT || insertion->what == WAIT_RIGHT;
}

/* Writes a wait, see enum unit_wait_form. If nothing is computed x stays as it is: it may be a bit-field, or a constant without an address. */
static void put_wait(struct edit *edit, const struct insertion *insertion)
{
    static const struct {
        const char *left, *right; /* around what says that it goes on */
    } behind[] = {
        [UNIT_WAIT_STATEMENT] = {"),", ")"}, [UNIT_WAIT_BEHIND] = {");", ""}, [UNIT_WAIT_HANDLER] = {"", ";"}};
    const struct unit_wait *wait = &edit->unit->waits[insertion->index];
    struct text *out = &edit->out;
    if (insertion->what == YIELD_LEFT)
        text_string(out, "(");
    else if (insertion->what == WAIT_RIGHT && (wait->form == UNIT_WAIT_OBJECT || wait->form == UNIT_WAIT_LAST))
        text_string(out, ")");
    else if (insertion->what == WAIT_RIGHT)
        text_printf(out, "%s::__instr_co::__piece(__instr_f%zu,1)%s", behind[wait->form].left, wait->function,
                    behind[wait->form].right);
    else if (wait->computes || !wait->yields)
        text_printf(out, "::__instr_co::__%s(__instr_f%zu,",
                    wait->form == UNIT_WAIT_OBJECT ? "wait"
                    : wait->computes               ? "yield"
                                                   : "named",
                    wait->function);
    else
        text_printf(out, "(::__instr_co::__piece(__instr_f%zu,0),", wait->function);
}

static void put_insertion(struct edit *edit, const struct insertion *insertion)
{
    struct text *out = &edit->out;
    if (insertion->what == PROBE) {
        put_probe(edit, insertion->index);
        return;
    }
    if (insertion->what == REMOVAL)
        return;
    if (is_team(insertion)) {
        put_team(edit, insertion);
        return;
    }
    if (is_wait(insertion)) {
        put_wait(edit, insertion);
        return;
    }
    if (insertion->what == REGION_LEFT || insertion->what == REGION_RIGHT) {
        const struct unit *unit = edit->unit;
        size_t function = unit->regions[insertion->index].function;
        region_put_piece(out, unit, insertion->index, insertion->piece, is_outside(edit, &unit->functions[function]),
                         counts(edit));
        return;
    }
    const struct unit_call *call = &edit->unit->calls[insertion->index];
    switch (insertion->what) {
    case OPEN:
        if (call->kind == UNIT_CALL_BACK)
            text_string(out, "__instr_back(");
        else
            text_printf(out, "(%s(&__instr_f%zu),",
                        keeps_frame(edit, &edit->unit->functions[call->function]) ? "__instr_tail" : "__instr_end_tail",
                        call->function);
        break;
    case CLOSE:
        if (call->kind == UNIT_CALL_BACK) {
            text_string(out, ",");
            region_put_frame(out, edit->unit, call->function, call->start);
        }
        text_string(out, ")");
        break;
    case CALLEE_OPEN:
        text_string(out, "((");
        if (call->type) {
            text_string(out, call->type);
        } else {
            text_string(out, "__typeof__(&");
            text_add(out, edit->unit->text + call->callee, call->callee_end - call->callee);
            text_string(out, ")");
        }
        text_printf(out, ")__instr_resolve(\"%s", call->name);
        if (call->file && strncmp(call->name, "MPI_", 4) == 0) {
            text_string(out, "@\"");
            text_literal(out, call->file);
            text_printf(out, "\":%u", call->line);
        }
        text_string(out, "\",(void(*)(void))");
        break;
    default:
        text_string(out, "))");
    }
}

/* Lists all places of the edit in order. */
static struct insertion *list_insertions(const struct edit *edit, size_t *count, struct arena *arena)
{
    const struct unit *unit = edit->unit;
    struct insertion *all =
        arena_array(arena,
                    unit->function_count + 2 * unit->call_count + REGION_PIECES * unit->region_count +
                        3 * (unit->team_count + unit->wait_count) + unit->removal_count + 1,
                    sizeof *all);
    size_t n = 0;
    *count = 0;
    if (edit->mode == UNIT_EDIT_RECORDS)
        return all;
    for (size_t i = 0; i < unit->function_count; i++)
        if (!is_untouched(&unit->functions[i]))
            all[n++] = (struct insertion){unit->functions[i].open, SIZE_MAX, PROBE, 0, i}; /* outside of all calls */
    for (size_t i = 0; i < unit->call_count; i++) {
        const struct unit_call *call = &unit->calls[i];
        bool resolve = call->kind == UNIT_CALL_RESOLVE;
        const struct unit_function *function = &unit->functions[call->function];
        if (is_untouched(function) || (!resolve && reason_of(edit, function)))
            continue;
        size_t start = resolve ? call->callee : call->start;
        size_t end = resolve ? call->callee_end : call->end;
        all[n++] = (struct insertion){start, end - start, resolve ? CALLEE_OPEN : OPEN, 0, i};
        all[n++] = (struct insertion){end, end - start, resolve ? CALLEE_CLOSE : CLOSE, 0, i};
    }
    for (size_t i = 0; i < unit->region_count; i++)
        for (enum region_piece piece = 0; piece < REGION_PIECES; piece++) {
            struct insertion insertion = {.piece = piece, .index = i};
            insertion.what = piece <= REGION_OPEN ? REGION_LEFT : REGION_RIGHT;
            const struct unit_function *function = &unit->functions[unit->regions[i].function];
            if (!reason_of(edit, function) && (counts(edit) || unit->regions[i].form != UNIT_REGION_COUNT) &&
                region_piece_at(&unit->regions[i], piece, &insertion.at, &insertion.extent))
                all[n++] = insertion;
        }
    for (size_t i = 0; i < unit->team_count; i++) {
        const struct unit_team *team = &unit->teams[i];
        if (is_untouched(&unit->functions[team->function]))
            continue;
        all[n++] = (struct insertion){team->open, team->close - team->open, TEAM_LEFT, 0, i};
        all[n++] = (struct insertion){team->at, 0, TEAM_PRAGMA, 0, i};
        all[n++] = (struct insertion){team->close, team->close - team->open, TEAM_RIGHT, 0, i};
    }
    for (size_t i = 0; i < unit->wait_count; i++) {
        const struct unit_wait *wait = &unit->waits[i];
        if (!has_pieces(edit, &unit->functions[wait->function]))
            continue;
        if (wait->form == UNIT_WAIT_STATEMENT)
            all[n++] = (struct insertion){wait->start, wait->end - wait->start, YIELD_LEFT, 0, i};
        if (wait->form != UNIT_WAIT_HANDLER)
            all[n++] = (struct insertion){wait->operand, wait->end - wait->operand, WAIT_LEFT, 0, i};
        all[n++] = (struct insertion){wait->end, wait->end - wait->operand, WAIT_RIGHT, 0, i};
    }
    for (size_t i = 0; i < unit->removal_count; i++)
        all[n++] = (struct insertion){.at = unit->removals[i].at, .what = REMOVAL, .index = i};
    qsort(all, n, sizeof *all, compare_insertions);
    *count = n;
    return all;
}

const char *unit_edit(const struct unit *unit, const struct unit_options *options, enum unit_edit_mode mode,
                      size_t *size, struct arena *arena)
{
    if (unit->function_count == 0) {
        *size = unit->size;
        return unit->text;
    }
    struct edit edit = {.unit = unit, .options = options, .mode = mode, .out = {.arena = arena}};
    size_t count;
    struct insertion *insertions = list_insertions(&edit, &count, arena);
    text_add(&edit.out, unit->text, unit->top);
    put_preamble(&edit);
    size_t done = unit->top;
    for (size_t i = 0; i < count; i++) {
        text_add(&edit.out, unit->text + done, insertions[i].at - done);
        done = insertions[i].at;
        put_insertion(&edit, &insertions[i]);
        if (insertions[i].what == REMOVAL)
            done = unit->removals[insertions[i].index].end;
        if (insertions[i].what == TEAM_PRAGMA)
            done = unit->teams[insertions[i].index].end;
    }
    text_add(&edit.out, unit->text + done, unit->size - done);
    if (has_one_stack(&edit))
        text_string(&edit.out, "\n#pragma clang attribute pop\n");
    *size = edit.out.size;
    return edit.out.bytes;
}
