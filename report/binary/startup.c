/*
 * startup.c - see startup.h.
 *
 * The compiler's own library (libgcc, compiler-rt) has the arithmetic that the machine lacks. Its functions
 * are called __, an operation, the modes of its operands, and their number: __udivti3, __floatunditf,
 * __muldc3.
 */
#include "report/binary/startup.h"

#include "common/name.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const names[] = {
    "_start",
    "_init",
    "_fini",
    "_dl_relocate_static_pie",
    "__libc_csu_init",
    "__libc_csu_fini",
    "call_weak_fn",
    "frame_dummy",
    "register_tm_clones",
    "deregister_tm_clones",
    "__do_global_dtors_aux",
    "__do_global_ctors_aux",
    "__do_init",
    "__do_fini",
    "__stack_chk_fail_local",
    /* of the compiler's library, but for what has a name by rule */
    "__clear_cache",
    "__enable_execute_stack",
    "__eprintf",
    "set_fast_math", /* of crtfastmath.o, for -ffast-math */
    "__gcc_bcmp",
    "__gnu_f2h_ieee",
    "__gnu_h2f_ieee",
    "__stack_split_initialize",
    "__udiv_w_sdiv",
    /* libc_nonshared.a */
    "atexit",
    "at_quick_exit",
    "__pthread_atfork",
    "pthread_atfork",
    /* the thread sanitizer's, in assembly */
    "__sigsetjmp",
    "_setjmp",
    "setjmp",
    "sigsetjmp",
};

static const char *const prefixes[] = {
    "__x86.get_pc_thunk.",
    "__x86_indirect_thunk",
    "__x86_return_thunk",
    "instr_",
    /* made for each unit by --coverage, -fprofile-generate and sanitizers */
    "_sub_D_",
    "_sub_I_",
    "asan.module_",
    "hwasan.module_",
    "msan.module_",
    "sancov.module_",
    "tsan.module_",
    /* for objects of static storage, and of each thread, in C++ */
    "_GLOBAL__",
    "_Z41__static_initialization_and_destruction_0",
    "__cxx_global_",
    "__tcf_",
    "__tls_init",
    "__clang_call_terminate",
    "_ZGI",
    "_ZTH",
    "_ZTW",
    "_ZTh",
    "_ZTv",
    "_ZTc",
    /* of each clang block with what it refers to */
    "__copy_helper_block_",
    "__destroy_helper_block_",
    /* of the compiler's library */
    "__aarch64_",
    "__avx_res",
    "__avx_sav",
    "__bid",
    "__binary",
    "__dfp_",
    "__dpd_",
    "__generic_",
    "__morestack",
    "__sfp_handle_exceptions",
    "__splitstack_",
    "__sse_res",
    "__sse_sav",
};

/* Functions of the compiler's libraries for exceptions, processor detection and Fortran. */
static const char *const brought[] = {
    "_Unwind_", "__cpu_indicator_init", "__cxa_",     "__deregister_frame", "__frame_state_for", "__gcclibcxx_",
    "__gxx_",   "__register_frame",     "_gfortran_",
};

static const char *const operations[] = {
    "abs",    "add",      "ashl", "ashr",   "bswap", "clear", "clrsb",  "clz",     "cmp",     "ctz",
    "div",    "divmod",   "eq",   "extend", "ffs",   "fix",   "fixuns", "float",   "floatun", "floatuns",
    "ge",     "gt",       "le",   "lshr",   "lt",    "mod",   "mul",    "mulo",    "ne",      "neg",
    "parity", "popcount", "powi", "sub",    "trunc", "ucmp",  "udiv",   "udivmod", "umod",    "unord",
};

/* Machine modes of integers, floats, decimals and complex numbers of all sizes. */
static const char modes[][3] = {"qi", "hi", "si", "di", "ti", "bf", "hf", "sf", "df", "xf",
                                "tf", "sd", "dd", "td", "hc", "sc", "dc", "xc", "tc"};

/* Returns the text behind a mode, or the text itself if it does not start with one. */
static const char *behind_mode(const char *text)
{
    for (size_t i = 0; i < COUNT(modes); i++)
        if (name_starts(text, modes[i]))
            return text + 2;
    return text;
}

static bool is_arithmetic(const char *name)
{
    if (!name_starts(name, "__"))
        return false;
    for (size_t i = 0; i < COUNT(operations); i++) {
        if (!name_starts(name + 2, operations[i]))
            continue;
        const char *rest = name + 2 + strlen(operations[i]);
        rest += *rest == 'v'; /* traps on overflow */
        const char *first = behind_mode(rest), *second = behind_mode(first);
        second += *second >= '2' && *second <= '4';
        if (first > rest && (!*second || *second == '.'))
            return true;
    }
    return false;
}

bool startup_brought(const struct image_symbol *symbol)
{
    for (size_t i = 0; i < COUNT(brought); i++)
        if (name_starts(symbol->name, brought[i]))
            return true;
    return false;
}

bool startup_stripped(const struct image_symbol *symbol)
{
    return name_ends(symbol->unit, ".o");
}

bool startup_function(const struct image_symbol *symbol)
{
    static const char ours[] = "__instr_"; /* maybe behind what objcopy or an option of the compiler puts before all */
    if (!strcmp(symbol->section, "instr_text") ||
        strstr(symbol->name, ours)) /* the runtime's archives have the section */
        return true;
    for (size_t i = 0; i < COUNT(names); i++)
        if (!strcmp(symbol->name, names[i]))
            return true;
    for (size_t i = 0; i < COUNT(prefixes); i++)
        if (name_starts(symbol->name, prefixes[i]))
            return true;
    return startup_brought(symbol) || is_arithmetic(symbol->name);
}

bool startup_profiler(const struct image_symbol *symbol)
{
    static const char *const begin[] = {"__gcov",       "gcov_",    "__llvm_",   "llvm_",
                                        "lprof",        "InstProf", "InstrProf", "__gmon_start__",
                                        "__monstartup", "__mcount", "mcount",    "_mcleanup"};
    static const char *const whole[] = {"mangle_path", "etext", "moncontrol", "monstartup"};
    for (size_t i = 0; i < COUNT(begin); i++)
        if (name_starts(symbol->name, begin[i]))
            return true;
    for (size_t i = 0; i < COUNT(whole); i++)
        if (!strcmp(symbol->name, whole[i]))
            return true;
    return name_starts(symbol->unit, "_gcov") || name_starts(symbol->unit, "libgcov") ||
           name_starts(symbol->unit, "InstrProf") || name_starts(symbol->unit, "GCDAProfiling");
}

/* Recognises NAME_block_invoke, NAME_block_invoke_2, and forms made unique by a dot and a number. */
bool startup_block_body(const struct image_symbol *symbol)
{
    static const char word[] = "_block_invoke";
    const char *at = strstr(symbol->name, word);
    if (!at || !symbol->typed)
        return false;
    at += strlen(word);
    if (*at == '_')
        at += 1 + strspn(at + 1, "0123456789");
    return !*at || *at == '.';
}

static bool is_cxx(const struct image_symbol *symbol)
{
    return symbol->key || name_starts(symbol->name, "_Z");
}

/* Returns whether the name is one of those reserved for sanitizers. */
static bool has_sanitizer_name(const struct image_symbol *symbol)
{
    static const char *const words[] = {"sanitizer", "sancov",    "asan",       "ubsan", "tsan", "msan", "lsan",
                                        "nterce",    "safestack", "safe_stack", "scudo", "dfs",  "xray"};
    bool reserved = is_cxx(symbol) || name_starts(symbol->name, "__") || name_starts(symbol->name, "_GLOBAL__");
    for (size_t i = 0; reserved && i < COUNT(words); i++)
        if (strcasestr(symbol->name, words[i]))
            return true;
    return false;
}

struct units {
    const char **names;
    size_t count, room;
};

static bool has_unit(const struct units *units, const char *name)
{
    for (size_t i = 0; *name && i < units->count; i++)
        if (!strcmp(units->names[i], name))
            return true;
    return false;
}

/*
 * Finds the sanitizers' functions. Most have a reserved name, but those that replace the C library's have any name. Two rules find them.
 * Sanitizers are C++: a source is theirs if it has a C++ function with such a name. And linkers keep an archive together: everything between two
 * such functions is theirs, unless something there is known to come from another source.
 */
void startup_sanitizers(const struct image_symbol *symbols, const bool *known, size_t count, bool *theirs,
                        struct arena *arena)
{
    struct units units = {0};
    for (size_t i = 0; i < count; i++) {
        theirs[i] = has_sanitizer_name(&symbols[i]);
        if (!theirs[i] || !is_cxx(&symbols[i]) || !*symbols[i].unit || has_unit(&units, symbols[i].unit))
            continue;
        units.names = arena_room(arena, units.names, units.count, &units.room, sizeof *units.names);
        units.names[units.count++] = symbols[i].unit;
    }
    size_t last = count; /* of theirs in C++; count: none since something of another source */
    for (size_t i = 0; i < count; i++) {
        bool of_unit = has_unit(&units, symbols[i].unit);
        if (of_unit || (theirs[i] && is_cxx(&symbols[i]))) {
            for (size_t between = last + 1; between < i; between++)
                theirs[between] = true;
            last = i;
        } else if (known[i] || (*symbols[i].unit && !theirs[i] && !is_cxx(&symbols[i]))) {
            last = count;
        }
        theirs[i] |= of_unit;
    }
}
