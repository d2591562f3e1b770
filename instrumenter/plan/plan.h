/*
 * plan.h - what is to be done for one compiler command, decided before anything runs.
 *
 * plan_make is a function of the words of the command and a few facts about where it was given; the
 * plan_*_argv functions are functions of the plan, which nobody changes, and of the names of temporary
 * files. So every decision can be tested as data in, data out.
 *
 * The idea: the edited text of a source is compiled by the user's own command, with only the source
 * replaced. Whatever the compiler names after its input or its -o (objects, .gcno, .dwo, .su, several
 * objects of one command, a program linked at once) it then names as it always does.
 */
#ifndef INSTR_PLAN_H
#define INSTR_PLAN_H

#include "common/reasons.h"
#include "instrumenter/plan/options.h"
#include "instrumenter/plan/words.h"

#include <stdbool.h>
#include <stddef.h>

/* Facts from outside the command. Strings may be NULL. */
struct plan_context {
    char *const *compiler; /* words of the real compiler: a launcher, if any, and its name */
    size_t compiler_count;
    bool clang;                 /* it is clang */
    bool cxx;                   /* it takes `.c` for C++ */
    bool nested;                /* run by a compiler that an instr-cc has started */
    bool disabled;              /* INSTR_DISABLE */
    bool mpi;                   /* it links MPI by itself */
    const char *directory;      /* current directory */
    const char *libraries;      /* where libinstr.a lies; null = link nothing of ours */
    const char *headers;        /* folder of instr.h, for who has none of their own; null = there is none */
    const char *level;          /* INSTR_BUILD_LEVEL */
    const char *paths;          /* INSTR_BUILD_PATHS */
    const char *filter;         /* INSTR_BUILD_FILTER */
    const char *users;          /* INSTR_BUILD_HEADERS */
    const char *profile;        /* INSTR_BUILD_OUTPUT */
    const char *log;            /* INSTR_LOG */
    const char *parse_limit;    /* INSTR_PARSE_LIMIT */
    bool watched;               /* a tool lists the commands of the build, as bear does */
    const char *exact_messages; /* INSTR_EXACT_MESSAGES */
    bool stubs;                 /* this machine is one for which probes are by assembly */
    /* The archive of our wrappers for the MPI that a link with these words uses, null when there is none. It is asked at most
     * once, where a link wants one, since the archive may have to be compiled. Null: there can be none. */
    const char *(*find_mpi_part)(char *const *words, void *found_by);
    void *found_by;
};

enum plan_action {
    PLAN_PASS,    /* run the original command as it is; `passed` says why */
    PLAN_LINK,    /* no source of ours, but something to add to the link */
    PLAN_COMPILE, /* instrument `units`, then run the command with them in place of the sources */
    PLAN_HOOKS,   /* have the compiler put its hooks into the sources */
    PLAN_HELP,    /* print our own options */
    PLAN_VERSION, /* or our version */
    PLAN_MISTAKE  /* say what is wrong with `mistake`, one of our options or variables */
};

/* Returns the word for the log. */
const char *plan_action_word(enum plan_action action);

/* When to compile the original besides the edited text, for warnings that a probe may hide. */
enum plan_exact {
    PLAN_EXACT_NEEDED, /* where the edited text gives messages, or where another option asks for such warnings */
    PLAN_EXACT_ALWAYS,
    PLAN_EXACT_NEVER
};

enum plan_stop { PLAN_STOP_LINK, PLAN_STOP_OBJECT, PLAN_STOP_ASSEMBLY };

/* A C or C++ source of the command. */
struct plan_unit {
    const char *source; /* as the user wrote it; "-" is standard input */
    const char *base;   /* last part of it: the name that the temporary file has too */
    const char *output; /* the object or assembly file, or what the compiler calls the object of a link */
    bool flat;          /* preprocessed already */
    bool cxx;           /* it is C++ */
};

/* A word of the command, with its value if that is the next word. */
struct plan_word {
    char *text;
    char *value;                 /* null, or the separate value */
    const struct option *option; /* null for an input and for an option that is not listed */
    const char *language;        /* of an input: as -x has it, "none" when it goes by its suffix */
    int unit;                    /* of an input: index in units, or -1 */
    bool input;
    bool cxx; /* an input in C++ */
};

struct plan {
    enum plan_action action;
    enum passed passed;  /* of PLAN_PASS */
    bool lost;           /* and an object is made that is not measured and should be */
    const char *mistake; /* of PLAN_MISTAKE: an option, or the name of a variable */
    const char *wants;   /* what it wants; null for an option that is none */
    enum plan_stop stop;

    char **original; /* the command untouched: compiler and arguments, ends with null */
    struct plan_word *words;
    size_t word_count;
    struct plan_unit *units;
    size_t unit_count;

    const char *output;   /* -o, or null */
    bool names_files;     /* options may name files that the command writes, or reads by its output's name */
    bool tells;           /* files are wanted that tell what becomes of the user's own source */
    bool sources_remain;  /* a source that is not ours needs the preprocessing options too */
    bool debug;           /* -g */
    bool static_link;     /* our archive must be linked in */
    const char *mpi_part; /* and this archive of MPI wrappers, before the MPI library; null = none */

    /* dependency files: what the user asked for */
    bool dependencies;    /* -MD or -MMD */
    bool dependency_file; /* -MF */
    bool dependency_name; /* -MT or -MQ */
    bool dependency_wp;   /* -Wp,-MD,FILE */

    /* for the edit */
    char *const *flags; /* libclang's, ends with null; those for one language alone are in them */
    int level;
    const char *no_level;  /* what -DTIMER_LEVEL gives and is none; or null */
    bool all_paths;        /* no call is counted by function alone */
    enum reason no_probes; /* why no function of the command can have one */
    bool may_have_hooks;   /* the compiler's, in place of an edit */
    bool hooks;            /* sources that are no units have them */
    bool names_by_program; /* a link names other files of a source by the program's name, or reads them by it */
    bool whole_program;    /* -flto: the object would have no functions yet */
    bool silent;           /* -w: there are no warnings */
    bool late_warnings; /* -fanalyzer, warnings of stack frames, remarks: they depend on what the optimiser finds out */
    bool wants_layout;  /* warnings of how a source is laid out, as -Wall has */
    bool wants_labels;  /* gcc's -Wimplicit-fallthrough, as -Wextra has */
    bool wants_comments; /* clang's of comments for documentation */
    unsigned tab;        /* -ftabstop= */
    bool optimized;      /* other than by -O0 */
    bool apart;          /* -fno-merge-constants */
    bool profile_use;    /* -fprofile-use: the profile is of the edited text */
    bool coverage;       /* --coverage: lines are counted */
    bool tail_jumps;     /* the compiler makes jumps of calls in tail position */
    bool address;        /* -fsanitize=address: what stands on the stack is checked */
    bool library;        /* -fPIC and the like: the code may be in a shared object */
    bool loads_watched;  /* -fsanitize=thread or memory: what threads write without order, or by another base than 0 */
    bool safe_stack;     /* -fsanitize=safe-stack: objects whose address is taken have a stack of their own */
    bool stubs;          /* probes are by assembly */
    const char *filter;
    const char *headers; /* null, or folders of system headers that are the user's */
    const char *profile; /* null, or the name of the program's profiles */

    /* own options */
    bool print, keep, strict;
    enum plan_exact exact_messages;
    const char *unparsed; /* null, or ",INDEX,..." of units that took too long to parse when this was tried before */
    double parse_limit;   /* seconds; 0 = none, below 0: what suits the unit's size */
    const char *log;

    const struct plan_context *context;
};

/* Makes the plan. `argv` are the words behind the compiler's name; `expanded` the same with @files read in. The plan refers to all three
 * arguments. */
void plan_make(struct plan *plan, char *const *argv, const struct words *expanded, const struct plan_context *context,
               struct arena *arena);

/* Returns the flags for libclang for one unit, ended by NULL. */
char *const *plan_flags(const struct plan *plan, size_t unit, struct arena *arena);

/* Returns "gcc -O2 -march=native NDEBUG": the compiler, by whatever name it was called, and the words that determine its code. */
const char *plan_build(const struct plan *plan, bool clang, struct arena *arena);

/* Returns OLD=NEW of each option that maps file names in debug information, the last first, ended by NULL. */
const char *const *plan_maps(const struct plan *plan, struct arena *arena);

/* Returns the command that writes the flat text of one unit to `flat`, and its dependency file. */
char **plan_preprocess_argv(const struct plan *plan, size_t unit, const char *flat, struct arena *arena);

enum plan_warnings {
    PLAN_LOUD, /* the user's warning options */
    PLAN_QUIET /* no warnings, none of them an error */
};

/* How the edited texts are compiled. */
struct plan_compilation {
    const char *const *texts; /* texts[i] in place of the source of unit i; a null text leaves the source */
    const char *mpi_part;     /* the plan's, or a copy that is made for this link; null = none */
    enum plan_warnings warnings;
    bool assembler_files;       /* assembly in the texts names files, which the assembler looks for */
    bool complete;              /* no -flto, so that the object has functions */
    bool clang;                 /* what the texts say about their compiler, a surer sign than its name */
    const char *hooks;          /* null, or the folder of our assembler, for sources that get the compiler's hooks */
    const char *const *objects; /* null, or of each unit, which was compiled singly */
};

/* Returns the user's command with the edited texts, or with objects in place of units. */
char **plan_compile_argv(const struct plan *plan, const struct plan_compilation *how, struct arena *arena);

/* Returns the command that compiles the text of unit `unit` alone, to `object`. Without a text it compiles the source, with `hooks` using
 * hooks; no hook names the functions of `excluded`, which is NULL or separated by commas. */
char **plan_single_argv(const struct plan *plan, const struct plan_compilation *how, size_t unit, const char *excluded,
                        const char *object, struct arena *arena);

/* Returns whether the command has the same result if each unit is first compiled singly. */
static inline bool plan_is_divisible(const struct plan *plan)
{
    if (plan->stop == PLAN_STOP_OBJECT)
        return !plan->output || (plan->unit_count == 1 && !plan->sources_remain);
    return plan->stop == PLAN_STOP_LINK && !plan->names_by_program;
}

/* Returns REASON_NONE if hooks measure functions, or why these have only records. */
static inline enum reason plan_hooks_reason(const struct plan *plan)
{
    return plan->level ? plan->no_probes : REASON_LEVEL;
}

/* Returns whether `word` is a -Wp,... that makes a dependency file. */
bool plan_wp_dependencies(const char *word);

/* Returns whether `word` names an MPI library for the linker. */
bool plan_mpi_library(const struct plan_word *word);

/* Returns the command that writes the user's own preprocessed text with its comments to `flat`, and nothing else. */
char **plan_comments_argv(const struct plan *plan, size_t unit, const char *flat, struct arena *arena);

/* How the original is compiled for its messages. */
struct plan_diagnosis {
    const char *output; /* null, or where to write in place of its -o, and so all files that are named after it */
    bool dependencies;  /* with the options that make dependency files */
    bool any_pragma;    /* no warning of a pragma that the compiler does not know */
    bool headers;       /* it includes our instr.h */
    bool clang;
};

/* Returns the command that makes the compiler read the source of unit `unit`, and nothing else. */
char **plan_check_argv(const struct plan *plan, size_t unit, const struct plan_diagnosis *how, struct arena *arena);

char **plan_diagnose_argv(const struct plan *plan, const struct plan_diagnosis *how, struct arena *arena);

#endif
