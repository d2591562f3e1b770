/*
 * front_cxx.c - see front_cxx.h.
 *
 * All descriptors stand at the top of the unit: in a template or an inline function g++ gives a static object a section that
 * is in conflict with those of others, or none at all. One that stands there is one for a pattern, whatever is made of it.
 */
#include "instrumenter/front/cxx/front_cxx.h"

#include "instrumenter/front/cxx/cxx_text.h"
#include "instrumenter/front/cxx/cxx_walk.h"
#include "instrumenter/front/function_words.h"
#include "instrumenter/front/parse.h"
#include "instrumenter/front/reading.h"
#include "instrumenter/unit/unit_scan.h"

#include <stdlib.h>
#include <string.h>

/* The text is no flat text to libclang, which would then not read the header. -undef keeps clang's own macros from replacing
 * words of the user's. */
static const char *const arguments[] = {
    "clang",
    "-x",
    "c++",
    "-undef",
    "-nostdinc",
    "--gcc-toolchain=/nonexistent", /* it would look for one */
    "-include",
    "instr_gcc.h",
    "-w",
    "-Wno-invalid-constexpr",
    "-Wno-register",
    "-Wno-dynamic-exception-spec",
    "-ferror-limit=0",
    "-fno-spell-checking",
    "-fno-access-control",
    "-fbracket-depth=65536",
    NULL,
};

static const struct function_word words[] = {
    {"constexpr", IN_HEAD, REASON_NONE, 0, true},      {"consteval", IN_HEAD, REASON_CONSTEVAL, 0, false},
    {"co_await", IN_BODY, REASON_COROUTINE, 0, false}, {"co_return", IN_BODY, REASON_COROUTINE, 0, false},
    {"co_yield", IN_BODY, REASON_COROUTINE, 0, false}, {0},
};

/* The year of the standard that the options name, in two digits; of compilers without such an option 17, which is the default of
 * most. */
static unsigned standard(const char *const *flags)
{
    unsigned year = 17;
    for (; flags && *flags; flags++) {
        if (strcmp(*flags, "-ansi") == 0)
            year = 98;
        if (strncmp(*flags, "-std=", 5) != 0)
            continue;
        const char *digits = strstr(*flags, "++");
        unsigned number = digits ? (unsigned)strtoul(digits + 2, NULL, 10) : 0;
        /* the names of drafts: c++0x, c++1y, c++1z, c++2a ... */
        static const struct {
            const char *name;
            unsigned year;
        } drafts[] = {{"++0x", 11}, {"++1y", 14}, {"++1z", 17}, {"++2a", 20}, {"++2b", 23}, {"++2c", 26}};
        for (size_t i = 0; i < sizeof drafts / sizeof *drafts; i++)
            if (strstr(*flags, drafts[i].name))
                number = drafts[i].year;
        if (number)
            year = number;
    }
    return year == 3 ? 98 : year;
}

static struct unit_function describe(const struct unit *unit, const struct cxx_function *found, unsigned year)
{
    return (struct unit_function){.name = found->name,
                                  .name_at = found->name_at,
                                  .head = found->head,
                                  .open = reading_inside(unit, found->open),
                                  .close = found->close,
                                  .flags = found->flags,
                                  .at_top = true,
                                  .constant = found->lambda && year >= 17};
}

/* Probes of functions that may run while the program is compiled, where they do nothing. */
static const char constant_probes[] =
    "}\n"
    "static constexpr __inline__ __attribute__((__always_inline__,__no_instrument_function__,__unused__)) "
    "struct __instr_frame*__instr_enter_constant(struct __instr_region*__region)"
    "{return __builtin_is_constant_evaluated()?(struct __instr_frame*)0:__instr_enter(__region);}\n"
    "static constexpr __inline__ __attribute__((__always_inline__,__no_instrument_function__,__unused__)) "
    "void __instr_leave_constant(struct __instr_frame*const*__frame)"
    "{if(!__builtin_is_constant_evaluated())__instr_close(*__frame);}\n";

/* The preamble is C. */
static void declare(struct unit *unit)
{
    unit->before = "extern \"C\" {\n";
    unit->behind = "}\n";
    for (size_t i = 0; i < unit->function_count; i++)
        if (unit->functions[i].constant && !unit->functions[i].reason)
            unit->behind = constant_probes;
}

/* Directives become spaces. */
static void blank_directives(struct reading *reading)
{
    struct scan scan;
    scan_init(&scan, reading->unit->text, reading->unit->size, 0);
    scan.blank = reading->blank;
    while (scan_next(&scan).kind != TOKEN_END)
        ;
}

static bool find(struct reading *reading, struct cxx_unit *found, struct error *error)
{
    const struct unit *unit = reading->unit;
    struct cxx_source source = {unit->text, unit->size, &reading->lines, reading->arena};
    struct parse_request request = {"unit.cc",      arguments,  reading->options->flags,
                                    reading->blank, unit->size, &cxx_text_header};
    struct parse parse;
    blank_directives(reading);
    cxx_text_adapt(reading->blank, unit->size);
    if (!parse_begin(&parse, &request, reading->arena, error))
        return false;
    bool read = parse.unit, good = read && cxx_walk(found, parse.unit, &source);
    parse_end(&parse);
    return good || error_set(error, ERROR_INTERNAL, read ? "no memory" : "libclang can't read its C++");
}

static bool read_cxx(struct reading *reading, struct error *error)
{
    struct cxx_unit found = {0};
    if (reading->options->unparsed)
        return error_set(error, ERROR_INTERNAL, "it takes longer to parse than INSTR_PARSE_LIMIT allows");
    if (!find(reading, &found, error))
        return false;
    struct unit_function *functions = arena_array(reading->arena, found.count + 1, sizeof *functions);
    unsigned year = standard(reading->options->flags);
    for (size_t i = 0; functions && i < found.count; i++)
        functions[i] = describe(reading->unit, &found.functions[i], year);
    bool good = functions;
    for (size_t i = 0; good && i < found.count; i++) {
        size_t nested = i + 1;
        while (nested < found.count && functions[nested].head < functions[i].close)
            nested++;
        function_words_read(reading->unit, &functions[i], found.functions[i].open, words, functions + i + 1,
                            nested - i - 1);
        if (found.functions[i].unread)
            reading_give_reason(&functions[i], REASON_UNREAD);
        if (functions[i].constant && year < 14)
            reading_give_reason(&functions[i], REASON_CONSTEXPR);
        good = reading_add(reading, functions[i]);
    }
    reading->calls = found.calls;
    declare(reading->unit);
    return good || error_set(error, ERROR_INTERNAL, "no memory");
}

/* None is read yet. */
static bool read_no_body(struct body *body, const struct unit *unit, const struct unit_function *function,
                         const struct pragma_list *pragmas, struct arena *arena)
{
    (void)unit, (void)function, (void)pragmas, (void)arena;
    *body = (struct body){0};
    return true;
}

static bool find_none_small(struct unit *unit, const struct pragma_list *pragmas, bool all_paths, struct arena *arena)
{
    (void)unit, (void)pragmas, (void)all_paths, (void)arena;
    return true;
}

const struct front front_cxx = {read_cxx, read_no_body, find_none_small};
