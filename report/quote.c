/* quote.c - see quote.h. */
#include "report/quote.h"

#include "report/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char bad_character[] = "\xef\xbf\xbd"; /* U+FFFD */

/* Puts the bytes up to the first that may need attention, which are printable ASCII and none of `special`, and moves *text
 * behind them. */
static void put_plain(FILE *stream, const char **text, const char *special)
{
    const char *from = *text, *to = from;
    uint64_t stop[2] = {0, 0}; /* a bit for each of them */
    for (; *special; special++)
        stop[(unsigned char)*special >> 6 & 1] |= (uint64_t)1 << (*special & 63);
    while (*to >= ' ' && *to <= '~' && !(stop[*to >> 6] >> (*to & 63) & 1))
        to++;
    if (to > from)
        fwrite_unlocked(from, 1, (size_t)(to - from), stream);
    *text = to;
}

/* The bytes [from, to), which are one character. */
static void put_bytes(FILE *stream, const char *from, const char *to)
{
    fwrite(from, 1, (size_t)(to - from), stream);
}

static void put_json(FILE *stream, const char *text)
{
    for (put_plain(stream, &text, "\"\\<"); *text; put_plain(stream, &text, "\"\\<")) {
        const char *from = text;
        uint32_t character = text_take(&text);
        if (character == '"' || character == '\\')
            fprintf(stream, "\\%c", (int)character);
        else if (text_is_control(character) || character == '<' || character == TEXT_BAD || character == 0x2028 ||
                 character == 0x2029)
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
    char shown[TEXT_SHOWN];
    putc('"', stream);
    while (*text) {
        text_show(&text, shown);
        put_json(stream, shown);
    }
    putc('"', stream);
}

void quote_csv(FILE *stream, const char *text)
{
    bool quotes = strpbrk(text, "\",") || *text == ' ' || (*text && text[strlen(text) - 1] == ' ');
    if (quotes)
        putc('"', stream);
    for (put_plain(stream, &text, "\""); *text; put_plain(stream, &text, "\"")) {
        const char *from = text;
        uint32_t character = text_take(&text);
        if (character == '"')
            putc('"', stream);
        if (character == TEXT_BAD || text_is_control(character))
            fputs(bad_character, stream);
        else
            put_bytes(stream, from, text);
    }
    if (quotes)
        putc('"', stream);
}

void quote_xml(FILE *stream, const char *text)
{
    while (*text) {
        const char *from = text;
        uint32_t character = text_take(&text);
        bool refused = character == TEXT_BAD || (character & 0xfffe) == 0xfffe ||
                       (text_is_control(character) && character != '\n' && character != '\t');
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
        uint32_t character = text_take(&text);
        if (character == '"' || character == '\\')
            putc('\\', stream);
        if (character == TEXT_BAD)
            fputs(bad_character, stream);
        else if (text_is_control(character))
            putc(' ', stream);
        else
            put_bytes(stream, from, text);
    }
}

void quote_replace(FILE *stream, const char *text, const char *bad, char other)
{
    for (put_plain(stream, &text, bad); *text; put_plain(stream, &text, bad)) {
        const char *from = text;
        uint32_t character = text_take(&text);
        if (text_is_control(character) || (character < 0x80 && strchr(bad, (int)character)))
            putc(other, stream);
        else if (character == TEXT_BAD)
            fputs(bad_character, stream);
        else
            put_bytes(stream, from, text);
    }
}

const char *quote_replaced(const char *text, const char *bad, char other, struct arena *arena)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    if (!stream)
        return NULL;
    quote_replace(stream, text, bad, other);
    const char *copy = fclose(stream) ? NULL : arena_copy(arena, bytes, size);
    free(bytes);
    return copy;
}
