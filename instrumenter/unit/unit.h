/*
 * unit.h - one translation unit as flat (preprocessed) text, and where its regions are.
 *
 * It is what two steps share, so that tests and --instr-print can look between them:
 *     front_parse   flat text -> unit, by the language's tokens and libclang      front/front.h
 *     unit_edit     unit -> edited text, whatever the language                    edit/unit_edit.h
 * Neither runs a compiler or touches a file.
 */
#ifndef INSTR_UNIT_H
#define INSTR_UNIT_H

#include "common/arena.h"
#include "common/error.h"
#include "common/filter.h"
#include "common/reasons.h"
#include "instrumenter/unit/deep_recursion.h"

#include <stdbool.h>
#include <stddef.h>

/* Returns the bytes of a file, or NULL if it can't be read. */
typedef const char *unit_read_fn(const char *path, size_t *size, struct arena *arena, struct error *error);

/* Options of both steps, from the command line and environment. Strings may be NULL. */
struct unit_options {
    const char *name;            /* of the main file, for messages */
    const char *const *flags;    /* for libclang: -std=, -m32 ...; ends with null */
    const char *runtime;         /* path that the boot code gives to dlopen */
    const char *output;          /* null, or what the runtime takes for INSTR_OUTPUT where there is none */
    const char *build;           /* null, or the compiler and the words that decide what code it makes */
    const struct filter *filter; /* null, or what to leave alone */
    const char *headers;   /* null, or folders of system headers whose functions are the user's, with `:` between */
    unit_read_fn *read;    /* null, or gives the source files, to tell which functions macros made */
    int level;             /* 0 to 4 */
    bool clang;            /* the real compiler is clang, not gcc */
    enum reason no_probes; /* REASON_NONE, or why there are only records, and no boot code either */
    bool coverage;         /* --coverage: only the user's lines count */
    bool all_paths;        /* no call is counted by function alone */
    bool thorough;         /* libclang is asked even where the tokens say all */
    bool unparsed;         /* libclang can't be waited for: records only */
    struct deep_recursion_limit limit; /* of the parse */
    bool unoptimized;                  /* -O0 or -O1: the compiler makes no jumps of tail calls */
    bool apart;                        /* the compiler joins no equal constants: -O0, -fno-merge-constants */
    bool address;                      /* -fsanitize=address */
    bool safe_stack;                   /* clang's -fsanitize=safe-stack */
    bool loads_watched;                /* -fsanitize=thread, memory */
    bool library;                      /* the code may be in a shared object */
    const char *folder;                /* null, or the one that the compiler runs in, for records */
    const char *const *maps;           /* null, or OLD=NEW of beginnings of paths, the last first; ends with null */
};

/* A function of the unit outside system headers. GNU nested functions are listed too. */
struct unit_function {
    const char *name;    /* as __func__ would give it; in C++ with its scopes and parameters */
    const char *shorter; /* null, or the name without parameters */
    const char *file;    /* by the line markers */
    const char *origin;  /* null, or "MACRO file:line": the macro in the source that made it */
    size_t head;         /* offset in the text of the definition's first token, as far as can be told */
    size_t name_at;
    size_t open;        /* just behind the body's `{` (behind __label__ ...;) */
    size_t close;       /* offset of its `}` */
    unsigned line;      /* of the function's name in `file` */
    unsigned flags;     /* __INSTR_* of instr_abi.h */
    enum reason reason; /* REASON_NONE = instrumented */
    bool unread;        /* libclang does not know it, as GNU nested functions */
    bool at_top;        /* its descriptor can't stand in its body: it stands at the top of the unit */
    bool shared;        /* and is one for all units that have the function */
    bool constant;      /* it may run while the program is compiled */
    bool asked;         /* a pragma asks for it: its calls are counted on their paths */
    bool pieces;        /* a coroutine of which all waits are known */
};

static inline const char *unit_function_shorter(const struct unit_function *function)
{
    return function->shorter ? function->shorter : function->name;
}

/* A call that the edit changes. */
enum unit_call_kind {
    UNIT_CALL_RESOLVE, /* f(x) -> resolve("f", f)(x) */
    UNIT_CALL_BACK,    /* f(x) -> back(f(x), frame) */
    UNIT_CALL_TAIL     /* f(x) -> (tail(&frame), f(x)) */
};

struct unit_call {
    enum unit_call_kind kind;
    const char *name; /* of the callee; null for a tail call through a pointer */
    size_t start;     /* offset of the call expression */
    size_t end;       /* behind its `)` */
    size_t callee; /* of the name, with the scopes that the text has before it; of TAIL, 0 or where that is defined */
    size_t callee_end;
    const char *type; /* for RESOLVE: of a pointer to the callee, where its name does not say all; or null */
    const char *file; /* for RESOLVE: where the call stands */
    unsigned line;
    size_t function; /* index of the innermost function around it */
};

/* Forms of the points at which a coroutine may be suspended or resumed. */
enum unit_wait_form {
    UNIT_WAIT_OBJECT,    /* co_await x -> co_await wait(f, x) */
    UNIT_WAIT_STATEMENT, /* co_await x; or co_yield x; -> (co_yield yield(f, x), piece(f, 1)); */
    UNIT_WAIT_BEHIND,    /* v = co_await x; -> v = co_await yield(f, x); piece(f, 1); */
    UNIT_WAIT_LAST,      /* co_return co_await x; -> co_return co_await yield(f, x); */
    UNIT_WAIT_HANDLER    /* catch (...) { -> catch (...) { piece(f, 1); */
};

struct unit_wait {
    enum unit_wait_form form;
    size_t start;        /* of the word */
    size_t operand, end; /* behind it; of a handler the place behind its `{` */
    size_t function;     /* index */
    bool yields;         /* by co_yield */
    bool computes;       /* there are calls in `x` */
};

/* A region inside a function: of a pragma, or of levels 2 to 4. */
enum unit_region_form {
    UNIT_REGION_AROUND,  /* a block around [open, close) */
    UNIT_REGION_TURN,    /* the same, around what a loop repeats; the turns are counted in a block around
                            [outer, outer_close) */
    UNIT_REGION_BETWEEN, /* opened at `open`, closed at `close`; its frame is a variable declared at `outer` */
    UNIT_REGION_CALL,    /* a statement expression around [open, close) */
    UNIT_REGION_COUNT    /* a block around [open, close), what a loop repeats, that begins with an addition */
};

struct unit_region {
    const char *name, *file;
    const char *groups;       /* null, or names separated by commas */
    const char *communicator; /* null, or the expression of a context */
    size_t open, close;
    size_t outer, outer_close; /* 0 where the form needs none */
    size_t function;           /* index */
    unsigned line;
    unsigned char kind, level; /* as in the descriptor */
    enum unit_region_form form;
    enum reason reason; /* REASON_NONE = has a probe */
    bool asked;         /* by a pragma */
};

/* An OpenMP parallel region in the block [open, close), and the pragma [at, end) that begins it. */
struct unit_team {
    size_t at, end, open, close;
    size_t function;  /* index */
    const char *file; /* of the pragma */
    unsigned line;
    const char *clauses; /* of `parallel` */
    const char *sharing; /* "", or the pragma for the work that the threads share */
};

/* A message for the user: a warning, with --instr-strict an error. */
struct unit_message {
    const char *text; /* ends with the message's name in brackets */
    const char *file;
    unsigned line, column; /* the column is that of the flat text */
    size_t at;             /* offset */
};

/* A pragma of ours, hidden from the compiler. */
struct unit_removal {
    size_t at, end;
};

struct unit {
    const char *text; /* flat text, not owned */
    size_t size;
    const char *before, *behind; /* what the language wants around the preamble */
    const char *library;         /* null, or names at the top of what system headers define, with blanks between them */
    struct small_facts *small;   /* by function, what the front found on the way; null: nothing */
    size_t top;                  /* offset where declarations may be put: the start of a line */
    const char *top_file;        /* the file and line that go on there */
    unsigned top_line;
    struct unit_function *functions; /* in order of `open` */
    size_t function_count;
    struct unit_call *calls; /* in order of `start` */
    size_t call_count;
    struct unit_wait *waits; /* in order of `function` */
    size_t wait_count;
    struct unit_region *regions; /* in order of `function` */
    size_t region_count;
    struct unit_team *teams; /* in order of `function` */
    size_t team_count;
    struct unit_removal *removals;
    size_t removal_count;
    bool plain;         /* libclang was not asked */
    bool tells_columns; /* the program can ask in which column something stands */
    const char *folder; /* of the options */
    const char *const *maps;
    struct unit_message *messages; /* in order of `at` */
    size_t message_count;
};

#endif
