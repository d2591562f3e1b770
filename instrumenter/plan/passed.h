/*
 * passed.h - why a command goes to the compiler as it is: a fixed set of words, as the log has them.
 */
#ifndef INSTR_PASSED_H
#define INSTR_PASSED_H

/* clang-format off */
#define PASSED_TABLE(X) \
    X(DISABLED, "disabled")                           /* INSTR_DISABLE or --instr-off */                               \
    X(NESTED, "nested")                               /* another instr-cc runs this command */                         \
    X(NO_INPUT, "no-input")                           /* there is nothing to compile or link */                        \
    X(PROBE, "probe")                                 /* a build system tries out the compiler */                      \
    X(LANGUAGE, "language")                           /* no source is C */                                             \
    X(LINK, "link")                                   /* a link that needs nothing of ours */                          \
    X(MIXED_LANGUAGES, "mixed-languages")             /* one dependency file for C and another language */             \
    X(PRECOMPILED_HEADER, "precompiled-header")       /* a header is compiled, or said to be */                        \
    X(ALREADY_PREPROCESSED, "already-preprocessed")   /* flat text, whose lines or dependencies are no more told */                \
    X(PREPROCESS_ONLY, "preprocess-only")             /* no object is made */                                          \
    X(SYNTAX_ONLY, "syntax-only")                     /* no object is made */                                          \
    X(ANALYZE, "analyze")                             /* no object is made */                                          \
    X(OTHER_OUTPUT, "other-output")                   /* another file than an object is written */                      \
    X(STANDARD_OUTPUT, "standard-output")             /* the object or a listing goes there */                         \
    X(QUERY, "query")                                 /* the compiler is asked about itself */                         \
    X(DUMP, "dump")                                   /* a listing of the compiler's in place of what it makes, or in it */\
    X(COMPILER_INTERNALS, "compiler-internals")       /* options for a step of the compiler, past its driver */        \
    X(CONFIG_FILE, "config-file")                     /* a file with more options, which we don't read */              \
    X(LONG_OPTION, "long-option")                     /* a second spelling that hardly anybody uses */                 \
    X(MODULES, "modules")                             /* it makes or reads modules beside the object */                           \
    X(TRADITIONAL, "traditional")                     /* C before C90, which compilers refuse */                       \
    X(ATOMICS_ARE_CALLS, "atomics-are-calls")         /* of a library that the program may not be linked with */       \
    X(WRAPPER, "wrapper")                             /* each step is run by another program */                        \
    X(SEVERAL_ARCHITECTURES, "several-architectures") /* the source is compiled more than once */                      \
    X(RUNTIME, "runtime")                             /* a part of the runtime: a probe inside a probe would have no end */\
    X(INPUT_LIKE_OPTION, "input-like-option")         /* behind `--`: the steps we run would take it for an option */  \
    X(UNKNOWN_OPTION, "unknown-option")               /* the compiler says so in its own words */                      \
    X(MISSING_ARGUMENT, "missing-argument")           /* the compiler says so in its own words */
/* clang-format on */

enum passed {
    PASSED_NOT,
#define X(id, word) PASSED_##id,
    PASSED_TABLE(X)
#undef X
};

/* Null for PASSED_NOT. */
const char *passed_word(enum passed why);

#endif
