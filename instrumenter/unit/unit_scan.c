/* unit_scan.c - see unit_scan.h. */
#include "instrumenter/unit/unit_scan.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool scan_is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$' || c == '\\' ||
           (unsigned char)c >= 128;
}

void scan_init(struct scan *scan, const char *text, size_t size, size_t at)
{
    *scan = (struct scan){text, size, at, at == 0, NULL};
}

/* Returns the byte `ahead` bytes on; 0 behind the end. */
static char peek(const struct scan *scan, size_t ahead)
{
    return ahead < scan->size - scan->at ? scan->text[scan->at + ahead] : '\0';
}

static void skip_line(struct scan *scan)
{
    while (scan->at < scan->size && scan->text[scan->at] != '\n')
        scan->at += scan->text[scan->at] == '\\' && scan->at + 1 < scan->size ? 2 : 1;
}

static void skip_comment(struct scan *scan)
{
    scan->at += 2;
    while (scan->at < scan->size && !(peek(scan, 0) == '*' && peek(scan, 1) == '/'))
        scan->at++;
    scan->at = scan->at + 2 < scan->size ? scan->at + 2 : scan->size;
}

static void skip_space(struct scan *scan)
{
    while (scan->at < scan->size) {
        char c = scan->text[scan->at];
        if (c == '\n') {
            scan->line_start = true;
            scan->at++;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\0') {
            scan->at++;
        } else if (c == '\\' && (peek(scan, 1) == '\n' || peek(scan, 1) == '\r')) {
            scan->at += 2;
        } else if (c == '#' && scan->line_start) {
            size_t from = scan->at;
            skip_line(scan);
            if (scan->blank)
                memset(scan->blank + from, ' ', scan->at - from);
        } else if (c == '/' && peek(scan, 1) == '*') {
            skip_comment(scan);
        } else if (c == '/' && peek(scan, 1) == '/') {
            skip_line(scan);
        } else {
            return;
        }
    }
}

static void skip_string(struct scan *scan, char quote)
{
    scan->at++;
    while (scan->at < scan->size && scan->text[scan->at] != quote && scan->text[scan->at] != '\n')
        scan->at += scan->text[scan->at] == '\\' && scan->at + 1 < scan->size ? 2 : 1;
    if (scan->at < scan->size && scan->text[scan->at] == quote)
        scan->at++;
}

/* Recognises R"x( ... )x", up to the quote whose prefix begins at `from`. GCC has them in C, too. */
static bool begins_raw(const struct scan *scan, size_t from)
{
    static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R"};
    size_t size = scan->at - from;
    if (peek(scan, 0) != '"')
        return false;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (size == strlen(prefixes[i]) && memcmp(scan->text + from, prefixes[i], size) == 0)
            return true;
    return false;
}

/* Skips a raw string whose quote comes next. */
static void skip_raw(struct scan *scan)
{
    const char *delimiter = scan->text + scan->at + 1, *end = scan->text + scan->size;
    const char *at = memchr(delimiter, '(', (size_t)(end - delimiter));
    size_t size = at ? (size_t)(at - delimiter) : 0;
    while (at && (at = memchr(at + 1, ')', (size_t)(end - at - 1))))
        if ((size_t)(end - at) > size + 1 && memcmp(at + 1, delimiter, size) == 0 && at[size + 1] == '"')
            break;
    scan->at = at ? (size_t)(at + size + 2 - scan->text) : scan->size;
}

static void skip_number(struct scan *scan)
{
    while (scan->at < scan->size) {
        char c = scan->text[scan->at];
        if ((c == '+' || c == '-') && strchr("eEpP", scan->text[scan->at - 1]))
            scan->at++;
        else if (scan_is_word(c) || c == '.' || (c == '\'' && scan_is_word(peek(scan, 1)))) /* 1'000 */
            scan->at++;
        else
            return;
    }
}

static char undo_digraph(char first, char second)
{
    static const char pairs[][3] = {"<%{", "%>}", "<:[", ":>]"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (first == pairs[i][0] && second == pairs[i][1])
            return pairs[i][2];
    return '\0';
}

struct token scan_next(struct scan *scan)
{
    skip_space(scan);
    struct token token = {.kind = TOKEN_END, .at = scan->at};
    if (scan->at >= scan->size)
        return token;
    scan->line_start = false;
    char c = scan->text[scan->at];
    if (is_digit(c) || (c == '.' && is_digit(peek(scan, 1)))) {
        token.kind = TOKEN_NUMBER;
        skip_number(scan);
    } else if (scan_is_word(c)) {
        token.kind = TOKEN_WORD;
        while (scan->at < scan->size && scan_is_word(scan->text[scan->at]))
            scan->at++;
        if (begins_raw(scan, token.at)) {
            token.kind = TOKEN_STRING;
            skip_raw(scan);
        }
    } else if (c == '"' || c == '\'') {
        token.kind = TOKEN_STRING;
        skip_string(scan, c);
    } else {
        char undone = undo_digraph(c, peek(scan, 1));
        token.kind = TOKEN_MARK;
        token.mark = undone ? undone : c;
        scan->at += undone ? 2 : 1;
    }
    token.size = scan->at - token.at;
    return token;
}

struct token scan_peek(const struct scan *scan)
{
    struct scan ahead = *scan;
    ahead.blank = NULL;
    return scan_next(&ahead);
}

bool scan_is(const struct scan *scan, struct token token, const char *word)
{
    return token.kind == TOKEN_WORD && token.size == strlen(word) &&
           memcmp(scan->text + token.at, word, token.size) == 0;
}

bool scan_is_one_of(const struct scan *scan, struct token token, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (scan_is(scan, token, words[i]))
            return true;
    return false;
}

bool scan_is_never(struct scan scan)
{
    struct token open = scan_next(&scan), zero = scan_next(&scan), close = scan_next(&scan);
    return scan_is_mark(open, '(') && zero.kind == TOKEN_NUMBER && zero.size == 1 && scan.text[zero.at] == '0' &&
           scan_is_mark(close, ')');
}

bool scan_close(struct scan *scan)
{
    for (size_t depth = 1;;) {
        struct token token = scan_next(scan);
        if (token.kind == TOKEN_END)
            return false;
        if (token.kind != TOKEN_MARK)
            continue;
        if (strchr("([{", token.mark))
            depth++;
        else if (strchr(")]}", token.mark) && --depth == 0)
            return true;
    }
}
