/*
 * parse.h - parses a flat text by libclang, and converts cursors to offsets in it.
 *
 * The text is passed as an unsaved file without directives (the caller blanked them), so offsets are plain offsets.
 */
#ifndef INSTR_PARSE_H
#define INSTR_PARSE_H

#include "common/arena.h"
#include "common/error.h"
#include "common/reasons.h"
#include "instrumenter/front/libclang.h"

#include <stddef.h>

struct parse_request {
    const char *name;             /* that libclang has for the text */
    const char *const *arguments; /* how this language is read; ends with null */
    const char *const *flags;     /* of the command; null, or ends with null */
    const char *text;
    size_t size;
    struct CXUnsavedFile *header; /* null, or one that the arguments name */
    unsigned options;             /* CXTranslationUnit_* */
};

struct parse {
    CXIndex index;
    CXTranslationUnit unit; /* null: nothing could be read */
};

/* Parses. Parse errors and a crash of libclang are no errors here; the result is what was found. Returns false if there is no libclang. */
bool parse_begin(struct parse *parse, const struct parse_request *request, struct arena *arena, struct error *error);
/* Restores the process's standard error for good, which libclang redirects while it reads; a thread still reading will not redirect it again. */
void parse_abandon(void);
void parse_end(struct parse *parse);

size_t parse_offset(CXSourceLocation location);
void parse_extent(CXCursor cursor, size_t *start, size_t *end);

const char *parse_spelling(CXCursor cursor, struct arena *arena);

/* Returns why a function with this attribute is excluded. The attribute may be at another declaration of the function. */
enum reason parse_attribute(CXCursor cursor, const char *text, size_t size);

/* Finds the brackets of a compound statement, in any spelling; returns false if the text has none there. */
bool parse_brackets(CXCursor compound, const char *text, size_t size, size_t *open, size_t *close);

#endif
