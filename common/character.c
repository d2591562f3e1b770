/* character.c - see character.h. */
#include "common/character.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct range {
    uint32_t first, last;
};

static bool is_in(const struct range *ranges, size_t count, uint32_t character)
{
    for (size_t i = 0; i < count; i++)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return true;
    return false;
}

/* Decodes UTF-8 as in Unicode 3.9: no overlong forms, no surrogate halves, nothing beyond U+10FFFF. */
uint32_t character_take(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    unsigned length = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : at[0] < 0xf5 ? 4 : 0;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    static const unsigned char bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t character = at[0] & bits[length];
    bool good = length > 0;
    for (unsigned i = 1; good && i < length; i++) {
        good = (at[i] & 0xc0) == 0x80;
        character = character << 6 | (at[i] & 0x3fu);
    }
    good = good && character >= least[length] && character <= 0x10ffff && (character & 0x1ff800) != 0xd800;
    *text += good ? length : 1;
    return good ? character : CHARACTER_BAD;
}

bool character_is_control(uint32_t character)
{
    return character < 0x20 || (character >= 0x7f && character < 0xa0);
}

/* Returns whether a character takes no room: direction marks, joiners, invisible operators, line and paragraph ends, tags. */
static bool is_unseen(uint32_t character)
{
    static const struct range unseen[] = {{0xad, 0xad},     {0x61c, 0x61c},   {0x180e, 0x180e},
                                          {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
                                          {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}};
    return is_in(unseen, COUNT(unseen), character);
}

/* Returns the columns of a character: 2 in the larger wide blocks of East Asian fonts, 0 for combining marks. */
static unsigned columns_of(uint32_t character)
{
    static const struct range wide[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},  {0xac00, 0xd7a3},
                                        {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},  {0xffe0, 0xffe6},
                                        {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
    static const struct range marks[] = {{0x300, 0x36f}, {0x1ab0, 0x1aff}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}};
    return is_in(marks, COUNT(marks), character) ? 0 : is_in(wide, COUNT(wide), character) ? 2 : 1;
}

unsigned character_show(const char **text, char shown[CHARACTER_SHOWN])
{
    static const char names[] = "abtnvfr"; /* of 7 to 13 */
    const char *from = *text;
    uint32_t character = character_take(text);
    size_t length = (size_t)(*text - from);
    if (character == CHARACTER_BAD && length == 1)
        return (unsigned)snprintf(shown, CHARACTER_SHOWN, "\\x%02x", (unsigned char)*from);
    if (character >= 7 && character <= 13)
        return (unsigned)snprintf(shown, CHARACTER_SHOWN, "\\%c", names[character - 7]);
    if (character_is_control(character) || is_unseen(character))
        return (unsigned)snprintf(shown, CHARACTER_SHOWN, "\\u{%" PRIx32 "}", character);
    memcpy(shown, from, length);
    shown[length] = '\0';
    return columns_of(character);
}

void character_put(FILE *stream, const char *text)
{
    char shown[CHARACTER_SHOWN];
    while (*text) {
        character_show(&text, shown);
        fputs(shown, stream);
    }
}

void character_say(FILE *stream, const char *format, ...)
{
    va_list list;
    char *text = NULL;
    va_start(list, format);
    int length = vasprintf(&text, format, list);
    va_end(list);
    size_t room = length < 0 ? 0 : (size_t)length * CHARACTER_SHOWN + 2;
    char *shown = room ? malloc(room) : NULL;
    if (shown) {
        strcpy(shown + character_shown(text, shown, room - 1), "\n");
        fputs(shown, stream); /* at once */
    }
    free(shown);
    if (length >= 0)
        free(text);
}

size_t character_shown(const char *text, char *out, size_t room)
{
    char shown[CHARACTER_SHOWN];
    size_t used = 0, length;
    for (out[0] = '\0'; *text; used += length) {
        character_show(&text, shown);
        length = strlen(shown);
        if (used + length >= room)
            break;
        memcpy(out + used, shown, length + 1);
    }
    return used;
}
