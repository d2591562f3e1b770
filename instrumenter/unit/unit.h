/*
 * unit.h - one translation unit as flat (preprocessed) text: where its regions are, and their edit.
 *
 * parse and edit are two steps so that tests, --instr-print and instr-rewrite can look between them:
 *     unit_parse   flat text -> places and records, by its tokens and libclang
 *     unit_edit    text + places -> text, no libclang
 * Nothing here runs a compiler or touches a file.
 */
#ifndef INSTR_UNIT_H
#define INSTR_UNIT_H

#include "base/arena.h"
#include "base/error.h"
#include "base/filter.h"
#include "base/reasons.h"
#include "instrumenter/unit/deep.h"

#include <stdbool.h>
#include <stddef.h>

/* The bytes of a file; null when it can't be read. */
typedef const char *unit_read_fn(const char *path, size_t *size, struct arena *arena, struct error *error);

/* What decides the edit, from the command line and environment. Strings may be null. */
struct unit_options {
    const char *name;            /* of the main file, for messages */
    const char *const *flags;    /* for libclang: -std=, -m32 ...; ends with null */
    const char *runtime;         /* path that the boot code gives to dlopen */
    const char *output;          /* null, or what the runtime takes for INSTR_OUTPUT where there is none */
    const struct filter *filter; /* null, or what to leave alone */
    unit_read_fn *read;          /* null, or gives the source files, to tell which functions macros made */
    int level;                   /* 0 to 4 */
    bool clang;                  /* the real compiler is clang, not gcc */
    enum reason no_probes;       /* REASON_NONE, or why there are only records, and no boot code either */
    bool coverage;               /* --coverage: only the user's lines count */
    bool thorough;               /* libclang is asked even where the tokens say all */
    bool unparsed;               /* libclang can't be waited for: records only */
    struct deep_limit limit;     /* of the parse */
    bool unoptimized;            /* -O0 or -O1: the compiler makes no jumps of tail calls */
    bool safe_stack;             /* clang's -fsanitize=safe-stack */
};

/* One function of the unit outside system headers. Nested ones (GNU) are listed too. */
struct unit_function {
    const char *name;   /* as __func__ would give it */
    const char *file;   /* by the line markers */
    const char *origin; /* null, or "MACRO file:line": the macro in the source that made it */
    size_t head;        /* offset in the text of the definition's first token, as far as can be told */
    size_t name_at;
    size_t open;        /* just behind the body's `{` (behind __label__ ...;) */
    size_t close;       /* offset of its `}` */
    unsigned line;      /* of the function's name in `file` */
    unsigned flags;     /* __INSTR_* of instr_abi.h */
    enum reason reason; /* REASON_NONE = instrumented */
    bool unread;        /* libclang does not know it, as GNU nested functions */
};

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
    size_t callee;    /* of the name, for RESOLVE and BACK */
    const char *file; /* for RESOLVE: where the call stands */
    unsigned line;
    size_t function; /* index of the innermost function around it */
};

/* A region inside a function: of a pragma, or of levels 2 to 4. */
enum unit_region_form {
    UNIT_REGION_AROUND,  /* a block around [open, close) */
    UNIT_REGION_TURN,    /* the same, around what a loop repeats; the turns are counted in a block around
                            [outer, outer_close) */
    UNIT_REGION_BETWEEN, /* opened at `open`, closed at `close`; its frame is a variable declared at `outer` */
    UNIT_REGION_CALL     /* a statement expression around [open, close) */
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

/* A parallel region of OpenMP in the block [open, close), and the pragma [at, end) that begins it. */
struct unit_team {
    size_t at, end, open, close;
    size_t function;  /* index */
    const char *file; /* of the pragma */
    unsigned line;
    const char *clauses; /* of `parallel` */
    const char *sharing; /* "", or the pragma for the work that the threads share */
};

/* Something to tell the user: a warning, with --instr-strict an error. */
struct unit_message {
    const char *text; /* ends with the message's name in brackets */
    const char *file;
    unsigned line, column; /* the column is that of the flat text */
    size_t at;             /* offset */
};

/* A pragma of ours: the compiler must not see it. */
struct unit_removal {
    size_t at, end;
};

struct unit {
    const char *text; /* flat text, not owned */
    size_t size;
    size_t top;           /* offset where declarations may be put: the start of a line */
    const char *top_file; /* the file and line that go on there */
    unsigned top_line;
    struct unit_function *functions; /* in order of `open` */
    size_t function_count;
    struct unit_call *calls; /* in order of `start` */
    size_t call_count;
    struct unit_region *regions; /* in order of `function` */
    size_t region_count;
    struct unit_team *teams; /* in order of `function` */
    size_t team_count;
    struct unit_removal *removals;
    size_t removal_count;
    bool plain;                    /* libclang was not asked */
    struct unit_message *messages; /* in order of `at` */
    size_t message_count;
};

enum unit_edit_mode {
    UNIT_EDIT_STUBS,  /* probes, of which the compiler sees no call, on x86-64; and records */
    UNIT_EDIT_FULL,   /* probes in C, and records */
    UNIT_EDIT_CALLED, /* the same where probes can't be inlined; functions of the tail form are left alone */
    UNIT_EDIT_RECORDS /* no function is touched; each gets a record with REASON_UNIT_FAILED */
};

bool unit_parse(const char *text, size_t size, const struct unit_options *options, struct unit *unit,
                struct arena *arena, struct error *error);

/* The edited text; `*size` its length. A function with REASON_PROBE_FAILED, which the caller may set, is not touched. A unit without functions gives its own text back. */
const char *unit_edit(const struct unit *unit, const struct unit_options *options, enum unit_edit_mode mode,
                      size_t *size, struct arena *arena, struct error *error);

/* One insertion of the edit, for who carries it over to another text. */
struct unit_change {
    size_t at; /* offset in the unit's text */
    const char *text;
    size_t size;
    size_t function; /* that it belongs to; half of a function's changes are worth nothing */
};

/* What unit_edit inserts (what it removes is left out), in order, but for the preamble; of that only the descriptors that stand at file scope, each
 * with its function: their `at` is 0. */
bool unit_changes(const struct unit *unit, const struct unit_options *options, struct unit_change **changes,
                  size_t *count, struct arena *arena, struct error *error);

#endif
