/*
 * options.h - what instr-cc knows about the options of gcc and clang: one sorted table.
 *
 * Only options that need something are listed. Any other word starting with `-` is one word long and
 * goes to every step, which is right for -f, -m, -O, -g, -W and what later compilers invent.
 */
#ifndef INSTR_OPTIONS_H
#define INSTR_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * --- options.c: why a command is passed to the compiler unchanged: a fixed set of words, as in the log, and the outcome for its sources ---
 */

enum passed_outcome {
    PASSED_WANTED,  /* nobody wants it to be measured, or the compiler says that it fails */
    PASSED_NOTHING, /* no object is made */
    PASSED_LOST     /* an object is made that is not measured: with --instr-strict an error */
};

/* clang-format off */
#define PASSED_TABLE(X) \
    X(DISABLED, "disabled", WANTED)                         /* INSTR_DISABLE or --instr-off */                                     \
    X(NESTED, "nested", WANTED)                             /* another instr-cc runs this command */                               \
    X(NO_INPUT, "no-input", WANTED)                         /* there is nothing to compile or link */                              \
    X(PROBE, "probe", WANTED)                               /* a build system tries out the compiler */                            \
    X(LANGUAGE, "language", WANTED)                         /* no source is C */                                                   \
    X(LINK, "link", WANTED)                                 /* a link that needs nothing of ours */                                \
    X(MIXED_LANGUAGES, "mixed-languages", LOST)             /* one dependency file for C and another language */                   \
    X(PRECOMPILED_HEADER, "precompiled-header", LOST)       /* a header is compiled, or said to be */                              \
    X(ALREADY_PREPROCESSED, "already-preprocessed", LOST)   /* flat text, whose lines or dependencies are no more told */          \
    X(PREPROCESS_ONLY, "preprocess-only", NOTHING)          /* no object is made */                                                \
    X(SYNTAX_ONLY, "syntax-only", NOTHING)                  /* no object is made */                                                \
    X(ANALYZE, "analyze", NOTHING)                          /* no object is made */                                                \
    X(FRONTEND_ACTION, "frontend-action", NOTHING)          /* clang does something else in place of compiling */                  \
    X(OTHER_OUTPUT, "other-output", LOST)                   /* another file than an object is written */                           \
    X(STANDARD_OUTPUT, "standard-output", LOST)             /* the object or a listing goes there */                               \
    X(QUERY, "query", NOTHING)                              /* the compiler is asked about itself */                               \
    X(VERBOSE, "verbose", LOST)                             /* the steps are told, and CMake reads them */                         \
    X(DUMP, "dump", LOST)                                   /* a listing of the compiler's in place of what it makes, or in it */  \
    X(COMPILER_INTERNALS, "compiler-internals", LOST)       /* options for a step of the compiler, past its driver */              \
    X(CONFIG_FILE, "config-file", LOST)                     /* a file with more options, which we don't read */                    \
    X(LONG_OPTION, "long-option", LOST)                     /* a second spelling that hardly anybody uses */                       \
    X(MODULES, "modules", LOST)                             /* it makes or reads modules beside the object */                      \
    X(TRADITIONAL, "traditional", LOST)                     /* C before C90, which compilers refuse */                             \
    X(ATOMICS_ARE_CALLS, "atomics-are-calls", LOST)         /* of a library that the program may not be linked with */             \
    X(WRAPPER, "wrapper", LOST)                             /* each step is run by another program */                              \
    X(SEVERAL_ARCHITECTURES, "several-architectures", LOST) /* the source is compiled more than once */                            \
    X(RUNTIME, "runtime", WANTED)                           /* a part of the runtime: a probe inside a probe would have no end */  \
    X(INPUT_LIKE_OPTION, "input-like-option", LOST)         /* behind `--`: the steps we run would take it for an option */        \
    X(UNKNOWN_OPTION, "unknown-option", WANTED)             /* the compiler says so in its own words */                            \
    X(MISSING_ARGUMENT, "missing-argument", WANTED)         /* the compiler says so in its own words */
/* clang-format on */

enum passed {
    PASSED_NOT,
#define X(id, word, outcome) PASSED_##id,
    PASSED_TABLE(X)
#undef X
};

/* Returns NULL for PASSED_NOT. */
const char *passed_word(enum passed why);

enum passed_outcome passed_outcome(enum passed why);

/* --- */

enum option_form {
    FORM_FLAG,           /* the word is the option */
    FORM_JOINED,         /* the word starts with the option, the rest is its value: -Wl,... */
    FORM_SEPARATE,       /* the next word is the value: -Xlinker V */
    FORM_EITHER,         /* joined, or separate when nothing is joined: -I D, -ID */
    FORM_JOINED_SEPARATE /* the next word is the value, and the word has one, too: -Xarch_M V */
};

/* The step (preprocess, compile, link) to which an option belongs, or its effect on the plan. */
enum option_role {
    ROLE_ALL,        /* every step */
    ROLE_PREPROCESS, /* only where text is preprocessed */
    ROLE_SEARCH,     /* the same, and the assembler looks for its own files there */
    ROLE_DEPENDENCY, /* the same, and it makes dependency files */
    ROLE_COMPILE,    /* not where text is preprocessed */
    ROLE_LINK,       /* the same, and only when there is a link */
    ROLE_STRICT,     /* how warnings are taken, as errors or into a file: every step but the quiet compile */
    ROLE_TELL,       /* files that tell what becomes of the source, which is the user's own: that alone */
    ROLE_MODE,       /* -c, -S */
    ROLE_OUTPUT,     /* -o */
    ROLE_LANGUAGE,   /* -x */
    ROLE_PASS        /* the command is not ours; `passed` says why */
};

struct option {
    const char *name;
    enum option_form form;
    enum option_role role;
    enum passed passed; /* of ROLE_PASS */
};

/* Returns the entry for `word`, the longest that matches; NULL for an option not listed. */
const struct option *option_find(const char *word);

/* Returns the value joined to the option in `word`; NULL if there is none or it is the next word. */
const char *option_joined(const struct option *option, const char *word);

/* Returns whether the next word belongs to the option in `word`. */
bool option_separate(const struct option *option, const char *word);

/* Returns whether the table is sorted and free of duplicates, as option_find requires. */
bool option_table_sorted(void);

#endif
