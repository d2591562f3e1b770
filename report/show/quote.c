/* quote.c - see quote.h. */
#include "report/show/quote.h"

#include "common/needed.h"
#include "report/show/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char bad_character[] = "\xef\xbf\xbd"; /* U+FFFD */

/* Returns the first byte that may need quoting. All bytes before it are printable ASCII and not in `special`. */
static const char *skip_plain(const char *text, const char *special)
{
    uint64_t stop[2] = {0, 0}; /* a bit for each of them */
    for (; *special; special++)
        stop[(unsigned char)*special >> 6 & 1] |= (uint64_t)1 << (*special & 63);
    while (*text >= ' ' && *text <= '~' && !(stop[*text >> 6] >> (*text & 63) & 1))
        text++;
    return text;
}

bool quote_is_formula(const char *text)
{
    return *text && strchr("=@+-", *text);
}

/* Returns whether a text is a compiler option, which scripts read, or a number: without brackets, | and ! a spreadsheet can run nothing. */
static bool is_option(const char *text)
{
    return *text == '-' &&
           !text[strspn(text, "-_=,.:/$ 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")];
}

bool quote_plain(const char *text, size_t *length)
{
    const char *end = skip_plain(text, " \"\\<,");
    *length = (size_t)(end - text);
    return !*end && !quote_is_formula(text);
}

/* Writes such bytes and moves *text behind them. */
static void put_plain(FILE *stream, const char **text, const char *special)
{
    const char *from = *text, *to = skip_plain(from, special);
    if (to > from)
        fwrite_unlocked(from, 1, (size_t)(to - from), stream);
    *text = to;
}

/* Writes the bytes [from, to), which are one character. */
static void put_bytes(FILE *stream, const char *from, const char *to)
{
    fwrite(from, 1, (size_t)(to - from), stream);
}

static void put_json(FILE *stream, const char *text)
{
    for (put_plain(stream, &text, "\"\\<"); *text; put_plain(stream, &text, "\"\\<")) {
        const char *from = text;
        uint32_t character = character_take(&text);
        if (character == '"' || character == '\\')
            fprintf(stream, "\\%c", (int)character);
        else if (character_is_control(character) || character == '<' || character == CHARACTER_BAD ||
                 character == 0x2028 || character == 0x2029)
            fprintf(stream, "\\u%04" PRIx32, character);
        else
            put_bytes(stream, from, text);
    }
}

void quote_json(FILE *stream, const char *text)
{
    putc('"', stream);
    put_json(stream, text);
    putc('"', stream);
}

void quote_json_shown(FILE *stream, const char *text)
{
    char shown[CHARACTER_SHOWN];
    putc('"', stream);
    while (*text) {
        character_show(&text, shown);
        put_json(stream, shown);
    }
    putc('"', stream);
}

static bool has_csv_marks(const char *text)
{
    return strpbrk(text, "\",");
}

static void put_csv(FILE *stream, const char *text)
{
    for (put_plain(stream, &text, "\""); *text; put_plain(stream, &text, "\"")) {
        const char *from = text;
        uint32_t character = character_take(&text);
        if (character == '"')
            putc('"', stream);
        if (character == CHARACTER_BAD || character_is_control(character))
            fputs(bad_character, stream);
        else
            put_bytes(stream, from, text);
    }
}

void quote_csv(FILE *stream, const char *text)
{
    bool quotes = has_csv_marks(text) || *text == ' ' || (*text && text[strlen(text) - 1] == ' ');
    if (quotes)
        putc('"', stream);
    if (quote_is_formula(text) && !is_option(text))
        putc('\'', stream);
    put_csv(stream, text);
    if (quotes)
        putc('"', stream);
}

void quote_xml(FILE *stream, const char *text)
{
    while (*text) {
        const char *from = text;
        uint32_t character = character_take(&text);
        bool refused = character == CHARACTER_BAD || (character & 0xfffe) == 0xfffe ||
                       (character_is_control(character) && character != '\n' && character != '\t');
        if (character < 0x80 && strchr("&<>\"'\n\t", (int)character))
            fprintf(stream, "&#%d;", (int)character);
        else if (refused)
            fputs("&#xfffd;", stream);
        else
            put_bytes(stream, from, text);
    }
}

void quote_escape(FILE *stream, const char *text)
{
    while (*text) {
        const char *from = text;
        uint32_t character = character_take(&text);
        if (character == '"' || character == '\\')
            putc('\\', stream);
        if (character == CHARACTER_BAD)
            fputs(bad_character, stream);
        else if (character_is_control(character))
            putc(' ', stream);
        else
            put_bytes(stream, from, text);
    }
}

void quote_replace(FILE *stream, const char *text, const char *bad, char other)
{
    for (put_plain(stream, &text, bad); *text; put_plain(stream, &text, bad)) {
        const char *from = text;
        uint32_t character = character_take(&text);
        if (character_is_control(character) || (character < 0x80 && strchr(bad, (int)character)))
            putc(other, stream);
        else if (character == CHARACTER_BAD)
            fputs(bad_character, stream);
        else
            put_bytes(stream, from, text);
    }
}

/* The output of a function, kept as a text. */
struct kept {
    FILE *stream;
    char *bytes;
    size_t size;
};

static void keep(struct kept *kept)
{
    kept->stream = needed_stream(&kept->bytes, &kept->size);
}

static const char *take_kept(struct kept *kept, struct arena *arena)
{
    needed_stream_end(kept->stream);
    const char *copy = arena_copy(arena, kept->bytes, kept->size);
    free(kept->bytes);
    return copy;
}

const char *quote_replaced(const char *text, const char *bad, char other, struct arena *arena)
{
    struct kept kept;
    keep(&kept);
    quote_replace(kept.stream, text, bad, other);
    return take_kept(&kept, arena);
}

const char *quote_json_part(const char *text, struct arena *arena)
{
    struct kept kept;
    keep(&kept);
    put_json(kept.stream, text);
    return take_kept(&kept, arena);
}

const char *quote_csv_part(const char *text, bool *quotes, struct arena *arena)
{
    struct kept kept;
    keep(&kept);
    *quotes = has_csv_marks(text);
    put_csv(kept.stream, text);
    return take_kept(&kept, arena);
}
