/*
 * front_cxx.c - see front.h.
 *
 * All descriptors are at the top of the unit. Inside a template or an inline function g++ would give the static object no section,
 * or one that conflicts with others. So a template has one descriptor for all its instances.
 */
#include "common/arena.h"
#include "include/instr_kinds.h"
#include "instrumenter/front/body.h"
#include "instrumenter/front/cxx/cxx_unit.h"
#include "instrumenter/front/front.h"
#include "instrumenter/front/function_words.h"
#include "instrumenter/front/libclang.h"
#include "instrumenter/front/parse.h"
#include "instrumenter/front/reading.h"
#include "instrumenter/front/small_facts.h"
#include "instrumenter/unit/unit_lines.h"
#include "instrumenter/unit/unit_scan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- reads the statements of a C++ function by their tokens --- */

static const char *const declaring[] = {
    "alignas",    "auto",     "bool",          "char",       "char16_t",     "char32_t", "char8_t",
    "class",      "const",    "constexpr",     "constinit",  "decltype",     "double",   "enum",
    "extern",     "float",    "inline",        "int",        "long",         "register", "short",
    "signed",     "static",   "static_assert", "struct",     "thread_local", "typedef",  "typename",
    "union",      "unsigned", "using",         "void",       "volatile",     "wchar_t",  "__int128",
    "__float128", "__thread", "__typeof__",    "__restrict", "__volatile__", "__const",
};

static const char *const expressing[] = {"throw",  "delete", "new", "co_await", "co_yield",
                                         "sizeof", "this",   "asm", "__asm__"};

/* Skips template arguments, whose `<` was read, to behind the `>`; returns false if there is none. */
static bool close_arguments(struct scan *scan)
{
    struct token token;
    for (size_t depth = 1; (token = scan_next(scan)).kind != TOKEN_END;) {
        if (token.kind != TOKEN_MARK)
            continue;
        if (strchr("([{", token.mark) && !scan_close(scan))
            return false;
        if (strchr(";)]}", token.mark))
            return false;
        depth += token.mark == '<';
        if (token.mark == '>' && --depth == 0)
            return true;
    }
    return false;
}

static enum statement_kind classify(struct scan scan, struct token token)
{
    if (scan_is(&scan, token, "__extension__"))
        token = scan_next(&scan);
    if (SCAN_IS_ONE_OF(&scan, token, declaring))
        return STATEMENT_DECLARATION;
    if (SCAN_IS_ONE_OF(&scan, token, expressing))
        return STATEMENT_EXPRESSION;
    bool name = false; /* one was read */
    for (;; token = scan_next(&scan)) {
        if (token.kind == TOKEN_WORD && name)
            return STATEMENT_DECLARATION; /* T x; */
        if (token.kind == TOKEN_WORD)
            name = true;
        else if (scan_is_mark(token, ':'))
            name = false;
        else if (!name || !scan_is_mark(token, '<') || !close_arguments(&scan))
            break;
    }
    bool unsure = name && (scan_is_mark(token, '*') || scan_is_mark(token, '&'));
    return unsure ? STATEMENT_UNSURE : STATEMENT_EXPRESSION;
}

/* Returns whether braces are a statement expression, which contains a `;`, or a list of values. */
static bool is_block(struct scan scan)
{
    struct token token;
    while ((token = scan_next(&scan)).kind != TOKEN_END && !scan_is_mark(token, '}')) {
        if (scan_is_mark(token, ';'))
            return true;
        if (token.kind == TOKEN_MARK && strchr("([{", token.mark) && !scan_close(&scan))
            return false;
    }
    return false;
}

/* Reads a body. One that is no valid C++ has no statements. */
static void body_cxx_read(struct body *body, const struct unit *unit, const struct unit_function *function,
                          const struct pragma_list *pragmas, struct arena *arena)
{
    static const struct body_grammar grammar = {.classify = classify, .is_block = is_block, .tries = true};
    body_read(body, &grammar, unit, function, pragmas, arena);
}

/* --- */

/* The C++ standard of a unit, and what probes may use of it. */

struct cxx_standard {
    const char *const
        *flags;     /* for libclang: those of the command, and the standard where they name none; ends with null */
    unsigned year;  /* in two digits */
    bool constants; /* a constexpr function can have a probe */
    bool lambdas;   /* lambdas are constexpr where they can be */
    bool coroutines;
    bool transforms; /* a promise may have a say in what is awaited */
};

/* Returns the year of the option in two digits, or 0. */
static unsigned year_of(const char *flag)
{
    static const struct {
        const char *name;
        unsigned year;
    } drafts[] = {{"++0x", 11}, {"++1y", 14}, {"++1z", 17}, {"++2a", 20}, {"++2b", 23}, {"++2c", 26}};
    if (strcmp(flag, "-ansi") == 0)
        return 98;
    const char *digits = strncmp(flag, "-std=", 5) == 0 ? strstr(flag, "++") : NULL;
    for (size_t i = 0; digits && i < sizeof drafts / sizeof *drafts; i++)
        if (strcmp(digits, drafts[i].name) == 0)
            return drafts[i].year;
    return digits ? (unsigned)strtoul(digits + 2, NULL, 10) : 0;
}

/* Returns whether there is the builtin by which a probe knows where it runs, since GCC 9: the folder of the library's headers has the version. */
static bool has_builtin(const struct unit_lines *lines)
{
    static const char folder[] = "/include/c++/";
    for (size_t i = 0; i < lines->count; i++) {
        const char *at = strstr(lines->markers[i].file, folder);
        if (at)
            return strtoul(at + sizeof folder - 1, NULL, 10) >= 9;
    }
    return true;
}

static struct cxx_standard cxx_standard_find(const char *const *flags, const char *text, size_t size,
                                             const struct unit_lines *lines, struct arena *arena)
{
    unsigned year = 0;
    size_t count = 0;
    for (; flags && flags[count]; count++)
        year = year_of(flags[count]) ? year_of(flags[count]) : year;
    const char **all = arena_array(arena, count + 2, sizeof *all);
    for (size_t i = 0; i < count; i++)
        all[i] = flags[i];
    if (!year && memmem(text, size, " concept ", 9)) {
        all[count] = "-std=gnu++20";
        year = 20;
    }
    bool early = year == 98 || year == 3 || year == 11;
    bool builtin = has_builtin(lines);
    return (struct cxx_standard){.flags = all,
                                 .year = year ? year : 17,
                                 .constants = builtin && !early,
                                 .lambdas = builtin && !early && year != 14,
                                 .coroutines = memmem(text, size, "coroutine_traits", 16),
                                 .transforms = memmem(text, size, "await_transform", 15)};
}

/*
 * --- the text for libclang: constructs that only GCC knows, and its library uses, are replaced by ones that clang knows. Otherwise clang would
 * omit them, with the lambdas in that expression. Each replacement has the length of the original, padded with blanks, so offsets stay. ---
 */

/* Declares the names in the replacements, and types that clang lacks. Included before the text under that name. */
extern struct CXUnsavedFile cxx_text_header;

static const struct {
    const char *gcc, *clang;
} replacements[] = {
    {"integer_sequence<_Tp, __integer_pack(_Num)...>", "__instr_sequence<integer_sequence, _Tp, _Num>"},
    {"_Index_tuple<__integer_pack(_Num)...>", "__instr_pack<_Index_tuple, _Num>"},
};

static const char header[] =
    "#if __cplusplus >= 201103L\n"
    "template<template<class T, T...> class X, class T, T N> using __instr_sequence = __make_integer_seq<X, T, N>;\n"
    "template<template<decltype(sizeof 0)...> class X>\n"
    "struct __instr_to { template<class T, T... I> using t = X<I...>; };\n"
    "template<template<decltype(sizeof 0)...> class X, decltype(sizeof 0) N>\n"
    "using __instr_pack = __make_integer_seq<__instr_to<X>::template t, decltype(sizeof 0), N>;\n"
    "#endif\n"
    "struct __float80 {};\n"
    "#define __malloc__(...) __unused__\n";

struct CXUnsavedFile cxx_text_header = {"instr_gcc.h", header, sizeof header - 1};

static void cxx_text_adapt(char *text, size_t size)
{
    for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++) {
        size_t from = strlen(replacements[i].gcc), to = strlen(replacements[i].clang);
        for (char *at = text; (at = memmem(at, (size_t)(text + size - at), replacements[i].gcc, from)); at += from) {
            memset(at, ' ', from);
            memcpy(at, replacements[i].clang, to);
        }
    }
}

/* Returns a copy in which system headers are blank, with the same offsets. */
static char *cxx_text_of_user(const char *text, size_t size, const struct unit_lines *lines, struct arena *arena)
{
    char *copy = arena_copy(arena, text, size);
    for (size_t i = 0; i < lines->count; i++) {
        size_t end = i + 1 < lines->count ? lines->markers[i + 1].start : size;
        if (lines->markers[i].system)
            memset(copy + lines->markers[i].start, ' ', end - lines->markers[i].start);
    }
    return copy;
}

/* Arguments for libclang. It is not told that the text is preprocessed, because it would then not read the header. -undef keeps clang's macros
 * from replacing the user's words. */
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

static struct unit_function describe(const struct unit *unit, const struct cxx_function *found,
                                     const struct cxx_standard *standard)
{
    return (struct unit_function){.name = found->name,
                                  .shorter = found->lambda ? NULL : found->scope,
                                  .name_at = found->name_at,
                                  .head = found->head,
                                  .open = reading_inside(unit, found->open),
                                  .close = found->close,
                                  .flags = found->flags,
                                  .reason = found->reason,
                                  .at_top = true,
                                  .constant = found->lambda && standard->lambdas};
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

static bool find(struct reading *reading, const struct cxx_standard *standard, struct cxx_unit *found,
                 struct error *error)
{
    const struct unit *unit = reading->unit;
    struct cxx_source source = {.text = unit->text,
                                .users = cxx_text_of_user(unit->text, unit->size, &reading->lines, reading->arena),
                                .size = unit->size,
                                .lines = &reading->lines,
                                .arena = reading->arena};
    /* An incomplete unit ends without the instances of its templates, which nobody asks for: they take half of the time. */
    struct parse_request request = {.name = "unit.cc",
                                    .arguments = arguments,
                                    .flags = standard->flags,
                                    .text = reading->blank,
                                    .size = unit->size,
                                    .header = &cxx_text_header,
                                    .options = CXTranslationUnit_Incomplete};
    struct parse parse = {0};
    if (reading->options->unparsed) {
        cxx_walk(found, NULL, &source);
        return true;
    }
    blank_directives(reading);
    cxx_text_adapt(reading->blank, unit->size);
    cxx_bodies_empty(reading->blank, &source);
    if (!parse_begin(&parse, &request, reading->arena, error))
        return false;
    cxx_walk(found, parse.unit, &source);
    parse_end(&parse);
    return true;
}

/* A function by the place of its name. */
struct place {
    size_t at, index;
};

static int compare_places(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    return (a->at > b->at) - (a->at < b->at);
}

static size_t find_place(const struct place *places, size_t count, size_t at)
{
    struct place wanted = {at, 0};
    const struct place *found = count ? bsearch(&wanted, places, count, sizeof *places, compare_places) : NULL;
    return found ? found->index : SIZE_MAX;
}

/* Makes the places of all functions, in order. */
static struct place *make_places(const struct cxx_unit *found, struct arena *arena)
{
    struct place *places = arena_array(arena, found->count + 1, sizeof *places);
    for (size_t i = 0; i < found->count; i++)
        places[i] = (struct place){found->functions[i].name_at, i};
    if (found->count)
        qsort(places, found->count, sizeof *places, compare_places);
    return places;
}

/* Gives tail calls the names of their callees; those that leave the unit get none. */
static void name_tails(struct cxx_unit *found, const struct place *places)
{
    struct call_list *calls = &found->calls;
    size_t kept = 0;
    for (size_t i = 0; i < calls->count; i++) {
        struct unit_call call = calls->calls[i];
        size_t callee = call.kind == UNIT_CALL_TAIL ? find_place(places, found->count, call.callee) : SIZE_MAX;
        if (callee != SIZE_MAX)
            call.name = found->functions[callee].name;
        if (callee != SIZE_MAX || call.kind != UNIT_CALL_TAIL)
            calls->calls[kept++] = call;
    }
    calls->count = kept;
}

/* The preamble is C. In C++ a function's type does not tell g++ that the function never returns, unlike in C. */
#define EXITS "__instr_exits"
#define ABORTS "__instr_aborts"
static const char before_preamble[] = "extern \"C\" {\n"
                                      "typedef void (*" EXITS ")(int) __attribute__((__noreturn__));\n"
                                      "typedef void (*" ABORTS ")(void) __attribute__((__noreturn__));\n";

static void type_ends(struct call_list *calls)
{
    static const struct {
        const char *name, *type;
    } ends[] = {{"_Exit", EXITS}, {"_exit", EXITS}, {"abort", ABORTS}, {"__builtin_abort", ABORTS}};
    for (size_t i = 0; i < calls->count; i++)
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
            if (calls->calls[i].kind == UNIT_CALL_RESOLVE && strcmp(calls->calls[i].name, ends[k].name) == 0)
                calls->calls[i].type = ends[k].type;
}

/* Stores what libclang's tree shows of small functions, because the tree is freed before it is needed. */
static void keep_small(struct reading *reading, const struct cxx_unit *found, const struct place *places)
{
    struct small_facts *all = arena_array(reading->arena, found->count + 1, sizeof *all);
    for (size_t i = 0; i < found->count; i++) {
        const struct cxx_small *small = &found->functions[i].small;
        all[i] = (struct small_facts){.trivial = small->trivial,
                                      .count = small->count,
                                      .bounds = small->bounds,
                                      .bound_count = small->bound_count};
        all[i].calls = arena_array(reading->arena, small->count + 1, sizeof *all[i].calls);
        for (size_t k = 0; k < small->count; k++)
            all[i].calls[k].callee = find_place(places, found->count, small->callees[k]);
    }
    reading->unit->small = all;
}

static void add_functions(struct reading *reading, const struct cxx_unit *found, const struct cxx_standard *standard)
{
    /* Before the standard has them they are names like others. */
    const char *constants = standard->year > 3 && standard->year < 98 ? "constexpr" : "";
    const char *immediate = standard->year >= 20 && standard->year < 98 ? "consteval" : "";
    const struct function_word words[] = {
        {constants, IN_HEAD, REASON_NONE, 0, true},
        {immediate, IN_HEAD, REASON_CONSTEVAL, 0, false},
        {standard->coroutines ? "co_await" : "", IN_BODY, REASON_COROUTINE, 0, false},
        {standard->coroutines ? "co_return" : "", IN_BODY, REASON_COROUTINE, 0, false},
        {standard->coroutines ? "co_yield" : "", IN_BODY, REASON_COROUTINE, 0, false},
        {0},
    };
    size_t count = found->count;
    struct unit_function *functions = arena_array(reading->arena, count + 1, sizeof *functions);
    for (size_t i = 0; i < count; i++)
        functions[i] = describe(reading->unit, &found->functions[i], standard);
    for (size_t i = 0; i < count; i++) {
        size_t behind = i + 1; /* the functions that are in it */
        while (behind < count && functions[behind].head < functions[i].close)
            behind++;
        function_words_read(reading->unit, &functions[i], found->functions[i].open, words, functions + i + 1,
                            behind - i - 1);
        if (functions[i].reason == REASON_COROUTINE && standard->year >= 20 && !reading->options->coverage)
            cxx_waits_read(reading, &functions[i], reading->unit->function_count, functions + i + 1, behind - i - 1,
                           standard->transforms);
        if (found->functions[i].unread && !reading->options->unparsed)
            reading_give_reason(&functions[i], REASON_UNREAD);
        if (functions[i].constant && !standard->constants)
            reading_give_reason(&functions[i], REASON_CONSTEXPR);
        reading_add(reading, functions[i]);
    }
}

static bool read_cxx(struct reading *reading, struct error *error)
{
    struct unit *unit = reading->unit;
    struct cxx_standard standard =
        cxx_standard_find(reading->options->flags, unit->text, unit->size, &reading->lines, reading->arena);
    struct cxx_unit found = {0};
    if (!find(reading, &standard, &found, error))
        return false;
    struct place *places = make_places(&found, reading->arena);
    name_tails(&found, places);
    type_ends(&found.calls);
    reading->calls = found.calls;
    unit->library = cxx_library_text(&found.library, reading->arena);
    unit->before = before_preamble;
    unit->behind = "}\n";
    unit->tells_columns = memmem(unit->text, unit->size, "__builtin_source_location", 25) ||
                          memmem(unit->text, unit->size, "__builtin_COLUMN", 16);
    add_functions(reading, &found, &standard);
    function_words_resolvers(unit);
    keep_small(reading, &found, places);
    return true;
}

static void find_small(struct reading *reading, const struct pragma_list *pragmas)
{
    struct unit *unit = reading->unit;
    (void)pragmas;
    for (size_t i = 0; i < unit->function_count; i++) {
        const struct unit_function *function = &unit->functions[i];
        if (function->reason)
            unit->small[i].trivial = false;
        if (function->reason == REASON_COROUTINE && !function->pieces && !reading->options->all_paths &&
            !function->asked)
            unit->functions[i].flags |= __INSTR_COUNTED;
        if (!function->reason)
            unit->small[i].trivial &=
                !reading->options->all_paths && small_may_be_trivial(&unit->small[i], unit, function);
    }
    small_settle(unit->small, unit, NULL, NULL);
    small_flag(unit->small, unit);
}

const struct front front_cxx = {read_cxx, body_cxx_read, find_small};
