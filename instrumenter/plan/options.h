/*
 * options.h - what instr-cc knows about the options of gcc and clang: one sorted table.
 *
 * Only options that need something are listed. Any other word starting with `-` is one word long and
 * goes to every step, which is right for -f, -m, -O, -g, -W and what later compilers invent.
 */
#ifndef INSTR_OPTIONS_H
#define INSTR_OPTIONS_H

#include "instrumenter/plan/passed.h"

#include <stdbool.h>
#include <stddef.h>

enum option_form {
    FORM_FLAG,           /* the word is the option */
    FORM_JOINED,         /* the word starts with the option, the rest is its value: -Wl,... */
    FORM_SEPARATE,       /* the next word is the value: -Xlinker V */
    FORM_EITHER,         /* joined, or separate when nothing is joined: -I D, -ID */
    FORM_JOINED_SEPARATE /* the next word is the value, and the word has one, too: -Xarch_M V */
};

/* To which of the steps (preprocess, compile, link) an option belongs, or what it does to the plan. */
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

/* The entry that applies to `word`, the longest one that matches; null for an option not listed. */
const struct option *option_find(const char *word);

/* The value joined to the option in `word`; null when there is none or it is the next word. */
const char *option_joined(const struct option *option, const char *word);

/* Whether the next word belongs to the option in `word`. */
bool option_separate(const struct option *option, const char *word);

/* Whether the table is sorted and free of duplicates, as option_find needs it. */
bool option_table_sorted(void);

#endif
