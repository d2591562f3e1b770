/* json.c - see json.h. */
#include "report/mcp/json.h"

#include "base/name.h"
#include "report/quote.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *at;
    struct arena *arena;
    unsigned depth;
};

static void pass_blanks(struct reader *reader)
{
    reader->at += strspn(reader->at, " \t\r\n");
}

static bool take(struct reader *reader, char wanted)
{
    pass_blanks(reader);
    bool found = *reader->at == wanted;
    reader->at += found;
    return found;
}

static bool take_hex(struct reader *reader, uint32_t *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++, reader->at++) {
        const char *digits = "0123456789abcdef0123456789ABCDEF";
        const char *digit = *reader->at ? strchr(digits, *reader->at) : NULL;
        if (!digit)
            return false;
        *unit = *unit * 16 + (uint32_t)(digit - digits) % 16;
    }
    return true;
}

/* What follows "\u", as UTF-8. Of half a pair alone U+FFFD. */
static bool take_unicode(struct reader *reader, char **end)
{
    uint32_t unit, low;
    if (!take_hex(reader, &unit) || !unit)
        return false;
    if (unit >> 10 == 0xd800 >> 10 && name_starts(reader->at, "\\u")) {
        reader->at += 2;
        if (!take_hex(reader, &low))
            return false;
        unit = low >> 10 == 0xdc00 >> 10 ? 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff) : 0xfffd;
    }
    if (unit >> 11 == 0xd800 >> 11)
        unit = 0xfffd;
    unsigned more = unit < 0x80 ? 0 : unit < 0x800 ? 1 : unit < 0x10000 ? 2 : 3;
    static const unsigned char heads[] = {0, 0xc0, 0xe0, 0xf0};
    *(*end)++ = (char)(heads[more] | unit >> (6 * more));
    while (more--)
        *(*end)++ = (char)(0x80 | (unit >> (6 * more) & 0x3f));
    return true;
}

static bool take_escape(struct reader *reader, char **end)
{
    static const char letters[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    char letter = *reader->at;
    const char *known = letter ? strchr(letters, letter) : NULL;
    reader->at += letter != '\0';
    if (letter == 'u')
        return take_unicode(reader, end);
    if (known)
        *(*end)++ = means[known - letters];
    return known != NULL;
}

/* Up to the quotes that end it; more than it takes when it is read. */
static size_t string_room(const char *text)
{
    const char *at = text;
    while (*at && *at != '"')
        at += *at == '\\' && at[1] ? 2 : 1;
    return (size_t)(at - text) + 1;
}

/* Null: it has no end, or holds what may not be there. */
static const char *read_string(struct reader *reader)
{
    if (*reader->at++ != '"')
        return NULL;
    char *text = arena_alloc(reader->arena, string_room(reader->at)), *end = text;
    while (text && *reader->at != '"') {
        char character = *reader->at++;
        if ((unsigned char)character < 0x20 || (character == '\\' && !take_escape(reader, &end)))
            return NULL;
        if (character != '\\')
            *end++ = character;
    }
    reader->at++;
    return text; /* all of it was zero */
}

static const char *read_number(struct reader *reader)
{
    const char *start = reader->at, *at = start + (*start == '-');
    size_t digits = strspn(at, "0123456789");
    if (!digits || (digits > 1 && *at == '0'))
        return NULL;
    at += digits;
    if (*at == '.' && !(digits = strspn(at + 1, "0123456789")))
        return NULL;
    at += *at == '.' ? 1 + digits : 0;
    if (*at == 'e' || *at == 'E') {
        at += 1 + (at[1] == '-' || at[1] == '+');
        if (!(digits = strspn(at, "0123456789")))
            return NULL;
        at += digits;
    }
    reader->at = at;
    return arena_copy(reader->arena, start, (size_t)(at - start));
}

static struct json *read_value(struct reader *reader);

/* The values between two brackets, in an object with a name each. */
static bool read_members(struct reader *reader, struct json *into, char close)
{
    struct json **last = &into->first;
    if (take(reader, close))
        return true;
    do {
        pass_blanks(reader);
        const char *name = close == '}' ? read_string(reader) : "";
        if (!name || (close == '}' && !take(reader, ':')) || !(*last = read_value(reader)))
            return false;
        (*last)->name = name;
        last = &(*last)->next;
    } while (take(reader, ','));
    return take(reader, close);
}

static bool read_word(struct reader *reader, const char *word)
{
    bool found = name_starts(reader->at, word);
    reader->at += found ? strlen(word) : 0;
    return found;
}

static struct json *read_value(struct reader *reader)
{
    pass_blanks(reader);
    struct json *value = arena_alloc(reader->arena, sizeof *value);
    bool done = value && reader->depth++ < JSON_DEPTH;
    char first = *reader->at;
    if (!done)
        return NULL;
    if (first == '{' || first == '[') {
        value->kind = first == '{' ? JSON_OBJECT : JSON_ARRAY;
        reader->at++;
        done = read_members(reader, value, first == '{' ? '}' : ']');
    } else if (first == '"') {
        value->kind = JSON_STRING;
        done = (value->text = read_string(reader)) != NULL;
    } else if (first == 'n' || first == 't' || first == 'f') {
        value->kind = first == 'n' ? JSON_NULL : first == 't' ? JSON_TRUE : JSON_FALSE;
        done = read_word(reader, first == 'n' ? "null" : first == 't' ? "true" : "false");
    } else {
        value->kind = JSON_NUMBER;
        done = (value->text = read_number(reader)) != NULL;
    }
    reader->depth--;
    return done ? value : NULL;
}

struct json *json_read(const char *text, struct arena *arena)
{
    struct reader reader = {.at = text, .arena = arena};
    struct json *value = read_value(&reader);
    pass_blanks(&reader);
    return *reader.at ? NULL : value;
}

const struct json *json_member(const struct json *object, const char *name)
{
    const struct json *member = object && object->kind == JSON_OBJECT ? object->first : NULL;
    while (member && strcmp(member->name, name) != 0)
        member = member->next;
    return member;
}

const char *json_string(const struct json *object, const char *name)
{
    const struct json *member = json_member(object, name);
    return member && member->kind == JSON_STRING ? member->text : NULL;
}

void json_write(FILE *stream, const struct json *value)
{
    static const char *const words[] = {"null", "false", "true"};
    bool object = value->kind == JSON_OBJECT;
    if (value->kind == JSON_STRING)
        quote_json(stream, value->text);
    else if (value->kind < JSON_ARRAY)
        fputs(value->kind == JSON_NUMBER ? value->text : words[value->kind], stream);
    if (value->kind < JSON_ARRAY)
        return;
    putc(object ? '{' : '[', stream);
    for (const struct json *member = value->first; member; member = member->next) {
        if (object) {
            quote_json(stream, member->name);
            putc(':', stream);
        }
        json_write(stream, member);
        if (member->next)
            putc(',', stream);
    }
    putc(object ? '}' : ']', stream);
}
