/*
 * unit_scan.h - the tokens of a flat text, with their offsets.
 *
 * They confirm the places that libclang reports, and replace it for what it can't parse (GNU nested functions, unknown types and
 * builtins). Directives, comments and white space are skipped; keywords are identifiers.
 */
#ifndef INSTR_UNIT_SCAN_H
#define INSTR_UNIT_SCAN_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind {
    TOKEN_END,
    TOKEN_WORD, /* identifier or keyword */
    TOKEN_NUMBER,
    TOKEN_STRING, /* or character constant */
    TOKEN_MARK    /* one character of punctuation; digraphs of brackets are one token */
};

struct token {
    enum token_kind kind;
    char mark;   /* of a TOKEN_MARK: its character, digraphs undone */
    size_t at;   /* offset of its first byte */
    size_t size; /* in bytes */
};

struct scan {
    const char *text;
    size_t size;
    size_t at;       /* the next token begins here or behind */
    bool line_start; /* nothing but white space since the last newline */
    char *blank;     /* null, or a copy of the text in which skipped directives become spaces */
};

/* Starts in the middle of a line when `at` is not 0: a `#` there is no directive. */
/* Returns whether the byte may be in an identifier, including bytes of UTF-8 and the backslash of \u names. */
bool scan_is_word(char c);

void scan_init(struct scan *scan, const char *text, size_t size, size_t at);
struct token scan_next(struct scan *scan);

/* Returns the token that scan_next would return. */
struct token scan_peek(const struct scan *scan);

/* Returns whether a token of `scan` is this word. */
bool scan_is(const struct scan *scan, struct token token, const char *word);

/* Returns whether it is one of an array of words. */
#define SCAN_IS_ONE_OF(scan, token, words) scan_is_one_of(scan, token, words, sizeof(words) / sizeof *(words))
bool scan_is_one_of(const struct scan *scan, struct token token, const char *const *words, size_t count);

static inline bool scan_is_mark(struct token token, char mark)
{
    return token.kind == TOKEN_MARK && token.mark == mark;
}

/* Returns whether `(0)` comes next, as behind the `while` of a pseudo-loop. */
bool scan_is_never(struct scan scan);

/* Moves scan->at behind the bracket that closes the `(`, `[` or `{` given last by scan_next. Returns false if the text ends before. */
bool scan_close(struct scan *scan);

#endif
