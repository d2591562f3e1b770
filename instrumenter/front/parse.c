/* parse.c - see parse.h. */
#include "instrumenter/front/parse.h"
#include "instrumenter/front/libclang.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

static int messages = -1; /* standard error, while libclang has none */
static pthread_mutex_t muting = PTHREAD_MUTEX_INITIALIZER;

static void silence(void)
{
    pthread_mutex_lock(&muting);
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    messages = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
    if (messages >= 0 && nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
    close(nowhere);
    pthread_mutex_unlock(&muting);
}

static void unmute(void)
{
    if (messages < 0)
        return;
    dup2(messages, STDERR_FILENO);
    close(messages);
    messages = -1;
}

void parse_abandon(void)
{
    pthread_mutex_lock(&muting); /* for good: a thread that goes on parsing mutes nothing any more */
    unmute();
}

/* Tells libclang about our stack. It takes its first caller's stack for the beginning of an ordinary one, and near that one's end continues in
 * a thread of its own, whose stack is smaller than ours and which survives no crash. It does not if the distance looks unusual. */
static void note_elsewhere(void)
{
    CXTranslationUnit none;
    libclang.parseTranslationUnit2FullArgv(NULL, NULL, NULL, 0, NULL, 1, 0, &none); /* refused at once */
}

static void note_far_bottom(void)
{
    static char stack[64 << 10];
    ucontext_t here, there;
    if (getcontext(&there))
        return;
    there.uc_stack = (stack_t){.ss_sp = stack, .ss_size = sizeof stack};
    there.uc_link = &here;
    makecontext(&there, note_elsewhere, 0);
    swapcontext(&here, &there);
}

/* Parses in this thread. libclang survives a crash of its parser by handlers, which must not run on an exhausted stack, and this thread's
 * stack is larger than that of libclang's own thread (see deep_recursion.h). Its output about a crash helps nobody: other facts about the text
 * are used then. */
static void parse_here(struct parse *parse, const struct parse_request *request, const char *const *all, int count)
{
    static const int crashes[] = {SIGSEGV, SIGBUS};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        struct sigaction action;
        if (!sigaction(crashes[i], NULL, &action)) {
            action.sa_flags |= SA_ONSTACK;
            sigaction(crashes[i], &action, NULL);
        }
    }
    silence();
    note_far_bottom();
    setenv("LIBCLANG_NOTHREADS", "1", 1);
    struct CXUnsavedFile files[2] = {{request->name, request->text, request->size}};
    if (request->header)
        files[1] = *request->header;
    if (libclang.parseTranslationUnit2FullArgv(parse->index, request->name, all, count, files, request->header ? 2 : 1,
                                               CXTranslationUnit_KeepGoing | request->options,
                                               &parse->unit) != CXError_Success)
        parse->unit = NULL;
    unsetenv("LIBCLANG_NOTHREADS");
    pthread_mutex_lock(&muting);
    unmute();
    pthread_mutex_unlock(&muting);
}

static size_t count_words(const char *const *words)
{
    size_t count = 0;
    while (words && words[count])
        count++;
    return count;
}

bool parse_begin(struct parse *parse, const struct parse_request *request, struct arena *arena, struct error *error)
{
    size_t fixed = count_words(request->arguments), count = count_words(request->flags);
    *parse = (struct parse){0};
    if (!libclang_load(error))
        return false;
    const char **all = arena_array(arena, fixed + count + 1, sizeof *all);
    memcpy(all, request->arguments, fixed * sizeof *all);
    for (size_t i = 0; i < count; i++)
        all[fixed + i] = request->flags[i];
    parse->index = libclang.createIndex(0, 0);
    parse_here(parse, request, all, (int)(fixed + count));
    return true;
}

void parse_end(struct parse *parse)
{
    libclang.disposeTranslationUnit(parse->unit);
    libclang.disposeIndex(parse->index);
}

size_t parse_offset(CXSourceLocation location)
{
    unsigned offset;
    libclang.getFileLocation(location, NULL, NULL, NULL, &offset);
    return offset;
}

void parse_extent(CXCursor cursor, size_t *start, size_t *end)
{
    CXSourceRange range = libclang.getCursorExtent(cursor);
    *start = parse_offset(libclang.getRangeStart(range));
    *end = parse_offset(libclang.getRangeEnd(range));
}

const char *parse_spelling(CXCursor cursor, struct arena *arena)
{
    CXString string = libclang.getCursorSpelling(cursor);
    const char *spelling = libclang.getCString(string), *copy = arena_copy(arena, spelling, strlen(spelling));
    libclang.disposeString(string);
    return copy;
}

enum reason parse_attribute(CXCursor cursor, const char *text, size_t size)
{
    static const struct {
        const char *name;
        enum reason reason;
    } names[] = {{"naked", REASON_NAKED}, {"no_instrument_function", REASON_NO_INSTRUMENT}};
    size_t start, end;
    if (!libclang.isAttribute(libclang.getCursorKind(cursor)))
        return REASON_NONE;
    parse_extent(cursor, &start, &end);
    if (start + 4 < end && end <= size && memcmp(text + end - 2, "__", 2) == 0) /* __naked__ */
        end -= 2;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i].name);
        if (end <= size && start + length <= end && memcmp(text + end - length, names[i].name, length) == 0)
            return names[i].reason;
    }
    return REASON_NONE;
}

/* Returns the width of the bracket at `at` in any spelling, or 0. */
static size_t bracket_size(const char *text, size_t size, size_t at, char bracket)
{
    const char *pair = bracket == '{' ? "<%" : "%>";
    if (at < size && text[at] == bracket)
        return 1;
    return at + 1 < size && memcmp(text + at, pair, 2) == 0 ? 2 : 0;
}

bool parse_brackets(CXCursor compound, const char *text, size_t size, size_t *open, size_t *close)
{
    size_t start, end;
    parse_extent(compound, &start, &end);
    size_t width = bracket_size(text, size, start, '{');
    size_t last = end >= 2 && bracket_size(text, size, end - 2, '}') == 2 ? 2 : 1;
    if (!width || end <= start || bracket_size(text, size, end - last, '}') != last)
        return false;
    *open = start;
    *close = end - last;
    return true;
}

/*
 * --- loading the library, which must be of the version whose header was compiled in. It is searched where it was when instr was configured, then
 * by name in the system's folders. ---
 */

struct libclang libclang;

static bool find_all(void *library)
{
    bool all = true;
#define X(name)                                                                                                        \
    *(void **)&libclang.name = dlsym(library, "clang_" #name);                                                         \
    all = all && libclang.name;
    LIBCLANG_FUNCTIONS(X)
#undef X
    return all;
}

bool libclang_load(struct error *error)
{
    static enum { UNTRIED, LOADED, MISSING } state;
    if (state == UNTRIED) {
        void *library = dlopen(INSTR_LIBCLANG_FOLDER "/" INSTR_LIBCLANG_NAME, RTLD_LAZY | RTLD_LOCAL);
        if (!library)
            library = dlopen(INSTR_LIBCLANG_NAME, RTLD_LAZY | RTLD_LOCAL);
        state = library && find_all(library) ? LOADED : MISSING;
    }
    return state == LOADED || error_set(error, ERROR_INTERNAL, "can't load %s", INSTR_LIBCLANG_NAME);
}
