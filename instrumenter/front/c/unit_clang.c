/*
 * unit_clang.c - see unit_clang.h.
 *
 * The text is given as an unsaved file. It has no directives left (the caller blanked them), so offsets are
 * plain offsets and no marker hides anything. -undef keeps clang's own macros from replacing words of the
 * user's; types that only GCC has become ones that clang has.
 */
#include "instrumenter/front/c/unit_clang.h"

#include "instrumenter/front/libclang.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char file_name[] = "unit.i";

static const char *const arguments[] = {
    "clang",
    "-x",
    "cpp-output",
    "-undef",
    "-nostdinc",
    "--gcc-toolchain=/nonexistent", /* it would look for one */
    "-w",
    "-ferror-limit=0",
    "-fno-spell-checking",
    "-fbracket-depth=65536",
    "-D_Float16=float",
    "-D_Float32=float",
    "-D_Float32x=double",
    "-D_Float64=double",
    "-D_Float64x=long double",
    "-D_Float128=__float128",
    "-D_Decimal32=float",
    "-D_Decimal64=double",
    "-D_Decimal128=long double",
    "-D__auto_type=int",
};

struct visit {
    struct clang_unit *result;
    const char *text;
    size_t size;
    const struct unit_lines *lines;
    struct arena *arena;
    bool failed; /* no memory */
};

static void extent(CXCursor cursor, size_t *start, size_t *end)
{
    CXSourceRange range = libclang.getCursorExtent(cursor);
    unsigned offset;
    libclang.getFileLocation(libclang.getRangeStart(range), NULL, NULL, NULL, &offset);
    *start = offset;
    libclang.getFileLocation(libclang.getRangeEnd(range), NULL, NULL, NULL, &offset);
    *end = offset;
}

static bool extent_is(const struct visit *visit, CXCursor cursor, const char *word)
{
    size_t start, end, length = strlen(word);
    extent(cursor, &start, &end);
    if (start >= end || end > visit->size)
        return false;
    const char *at = visit->text + start;
    size_t size = end - start;
    if (size == length + 4 && memcmp(at, "__", 2) == 0) {
        at += 2;
        size -= 4;
    }
    return size == length && memcmp(at, word, length) == 0;
}

/* The width of the bracket at `at` in any spelling; 0 when it is none. */
static size_t bracket_size(const struct visit *visit, size_t at, char bracket)
{
    const char *pair = bracket == '{' ? "<%" : "%>";
    if (at < visit->size && visit->text[at] == bracket)
        return 1;
    return at + 1 < visit->size && memcmp(visit->text + at, pair, 2) == 0 ? 2 : 0;
}

static enum CXChildVisitResult visit_within(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct visit *visit = ((void **)data)[0];
    struct clang_function *function = ((void **)data)[1];
    enum CXCursorKind kind = libclang.getCursorKind(cursor);
    if (kind == CXCursor_CompoundStmt) {
        size_t start, end;
        extent(cursor, &start, &end);
        size_t width = bracket_size(visit, start, '{');
        size_t last = end >= 2 && bracket_size(visit, end - 2, '}') == 2 ? 2 : 1;
        if (width && end > start && bracket_size(visit, end - last, '}') == last) {
            function->open = start;
            function->close = end - last;
        }
    } else if (libclang.isAttribute(kind)) {
        if (extent_is(visit, cursor, "naked"))
            function->flags |= CLANG_NAKED;
        if (extent_is(visit, cursor, "no_instrument_function"))
            function->flags |= CLANG_NO_INSTRUMENT;
    }
    return CXChildVisit_Continue;
}

static bool add(struct visit *visit, struct clang_function function)
{
    struct clang_unit *result = visit->result;
    result->functions = arena_room(visit->arena, result->functions, result->count, &result->capacity, sizeof function);
    if (!result->functions)
        return false;
    result->functions[result->count++] = function;
    return true;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct visit *visit = data;
    if (libclang.getCursorKind(cursor) != CXCursor_FunctionDecl || !libclang.isCursorDefinition(cursor))
        return CXChildVisit_Continue;
    unsigned at;
    libclang.getFileLocation(libclang.getCursorLocation(cursor), NULL, NULL, NULL, &at);
    if (unit_lines_at(visit->lines, at).system)
        return CXChildVisit_Continue;
    struct clang_function function = {.name_at = at};
    void *within[] = {visit, &function};
    libclang.visitChildren(cursor, visit_within, within);
    if (!function.close)
        return CXChildVisit_Continue;

    size_t end;
    extent(cursor, &function.head, &end);
    if (libclang.getCursorLinkage(cursor) == CXLinkage_Internal)
        function.flags |= CLANG_INTERNAL;
    if (libclang.Cursor_isFunctionInlined(cursor))
        function.flags |= CLANG_INLINE;
    CXString name = libclang.getCursorSpelling(cursor);
    const char *spelling = libclang.getCString(name);
    function.name = arena_copy(visit->arena, spelling, strlen(spelling));
    libclang.disposeString(name);
    if (!function.name || !add(visit, function) ||
        !unit_calls(&visit->result->calls, cursor, visit->text, visit->size, visit->arena) ||
        !outside_calls_add(&visit->result->outside, cursor, visit->text, visit->size, visit->arena)) {
        visit->failed = true;
        return CXChildVisit_Break;
    }
    return CXChildVisit_Continue;
}

static int compare(const void *left, const void *right)
{
    const struct clang_function *a = left, *b = right;
    return (a->open > b->open) - (a->open < b->open);
}

/* libclang survives a crash of its parser by handlers, which must not run on a stack that is used up. It is told to
 * parse in this thread, whose stack is larger than that of its own (see deep.h); what it prints about a crash is of no
 * use to anybody: the outline alone serves then. */
static enum CXErrorCode parse(CXIndex index, const char *const *all, int count, struct CXUnsavedFile *file,
                              CXTranslationUnit *unit)
{
    static const int crashes[] = {SIGSEGV, SIGBUS};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        struct sigaction action;
        if (!sigaction(crashes[i], NULL, &action)) {
            action.sa_flags |= SA_ONSTACK;
            sigaction(crashes[i], &action, NULL);
        }
    }
    int messages = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    bool silent = messages >= 0 && nowhere >= 0 && dup2(nowhere, STDERR_FILENO) >= 0;
    setenv("LIBCLANG_NOTHREADS", "1", 1);
    enum CXErrorCode code = libclang.parseTranslationUnit2FullArgv(index, file_name, all, count, file, 1,
                                                                   CXTranslationUnit_KeepGoing, unit);
    unsetenv("LIBCLANG_NOTHREADS");
    if (silent)
        dup2(messages, STDERR_FILENO);
    close(messages);
    close(nowhere);
    return code;
}

bool unit_clang(struct clang_unit *result, const char *text, size_t size, const struct unit_lines *lines,
                const char *const *flags, struct arena *arena, struct error *error)
{
    size_t fixed = sizeof arguments / sizeof *arguments, count = 0;
    if (!libclang_load(error))
        return false;
    while (flags && flags[count])
        count++;
    const char **all = arena_array(arena, fixed + count, sizeof *all);
    if (!all)
        return error_set(error, ERROR_INTERNAL, "no memory");
    memcpy(all, arguments, sizeof arguments);
    for (size_t i = 0; i < count; i++)
        all[fixed + i] = flags[i];

    *result = (struct clang_unit){.outside = {.lines = result->outside.lines}};
    result->calls.twice = memmem(text, size, "returns_twice", 13);
    struct visit visit = {.result = result, .text = text, .size = size, .lines = lines, .arena = arena};
    struct CXUnsavedFile file = {file_name, text, size};
    CXIndex index = libclang.createIndex(0, 0);
    CXTranslationUnit unit = NULL;
    enum CXErrorCode code = parse(index, all, (int)(fixed + count), &file, &unit);
    if (code == CXError_Success && unit)
        libclang.visitChildren(libclang.getTranslationUnitCursor(unit), visit_top, &visit);
    libclang.disposeTranslationUnit(unit);
    libclang.disposeIndex(index);
    if (visit.failed)
        return error_set(error, ERROR_INTERNAL, "no memory");
    outside_calls_sort(&result->outside);
    if (result->count)
        qsort(result->functions, result->count, sizeof *result->functions, compare);
    return true;
}
