/* text.c - see text.h. */
#include "report/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
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

/* As Unicode 3.9 has it: no overlong forms, no halves of surrogates, nothing beyond U+10FFFF. */
uint32_t text_take(const char **text)
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
    return good ? character : TEXT_BAD;
}

bool text_is_control(uint32_t character)
{
    return character < 0x20 || (character >= 0x7f && character < 0xa0);
}

/* Characters that take no room: marks of direction, joiners, invisible operators, line and paragraph ends, tags. */
static bool is_unseen(uint32_t character)
{
    static const struct range unseen[] = {{0xad, 0xad},     {0x61c, 0x61c},   {0x180e, 0x180e},
                                          {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
                                          {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}};
    return is_in(unseen, COUNT(unseen), character);
}

/* Wide in East Asian fonts, and marks that stand on the character before: the larger blocks of each. */
static unsigned columns_of(uint32_t character)
{
    static const struct range wide[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},  {0xac00, 0xd7a3},
                                        {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},  {0xffe0, 0xffe6},
                                        {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
    static const struct range marks[] = {{0x300, 0x36f}, {0x1ab0, 0x1aff}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}};
    return is_in(marks, COUNT(marks), character) ? 0 : is_in(wide, COUNT(wide), character) ? 2 : 1;
}

unsigned text_show(const char **text, char shown[TEXT_SHOWN])
{
    static const char names[] = "abtnvfr"; /* of 7 to 13 */
    const char *from = *text;
    uint32_t character = text_take(text);
    size_t length = (size_t)(*text - from);
    if (character == TEXT_BAD && length == 1)
        return (unsigned)snprintf(shown, TEXT_SHOWN, "\\x%02x", (unsigned char)*from);
    if (character >= 7 && character <= 13)
        return (unsigned)snprintf(shown, TEXT_SHOWN, "\\%c", names[character - 7]);
    if (text_is_control(character) || is_unseen(character))
        return (unsigned)snprintf(shown, TEXT_SHOWN, "\\u{%" PRIx32 "}", character);
    memcpy(shown, from, length);
    shown[length] = '\0';
    return columns_of(character);
}

size_t text_width(const char *text)
{
    char shown[TEXT_SHOWN];
    size_t width = 0;
    while (*text)
        width += text_show(&text, shown);
    return width;
}

void text_put(FILE *stream, const char *text)
{
    char shown[TEXT_SHOWN];
    while (*text) {
        text_show(&text, shown);
        fputs(shown, stream);
    }
}

static const char *or_question(const char *text)
{
    return text ? text : "?"; /* out of memory: a report with a hole is better than none */
}

const char *text_seconds(struct arena *arena, double seconds, const char *mark)
{
    return text_seconds_known(arena, seconds, 4, mark);
}

/* `value`, which is not negative, with only its first digits, the rest being zeros. */
static double keep_digits(double value, unsigned digits)
{
    double unit = pow(10, floor(log10(value)) + 1 - digits);
    return round(value / unit) * unit;
}

const char *text_seconds_known(struct arena *arena, double seconds, unsigned digits, const char *mark)
{
    static const struct {
        double least, factor;
        const char *unit;
    } units[] = {{0.9995, 1, "s"}, {0.9995e-3, 1e3, "ms"}, {0.9995e-6, 1e6, "us"}, {0, 1e9, "ns"}};
    size_t i = 0;
    if (seconds <= 0)
        return "0";
    seconds = keep_digits(seconds, digits);
    while (seconds < units[i].least)
        i++;
    double value = seconds * units[i].factor;
    int decimals = (int)digits - (value < 9.9995 ? 1 : value < 99.995 ? 2 : value < 999.95 ? 3 : (int)digits);
    if (units[i].factor > 1e8) /* a clock does not know picoseconds */
        decimals = value < 99.95 ? 1 : 0;
    decimals = decimals > 0 ? decimals : 0;
    return or_question(arena_printf(arena, "%s%.*f %s", mark, decimals, value, units[i].unit));
}

const char *text_shell(struct arena *arena, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=:,./@%";
    if (*word && !word[strspn(word, plain)])
        return word;
    char *quoted = arena_alloc(arena, strlen(word) * 4 + 3), *end = quoted;
    if (!quoted)
        return "?";
    *end++ = '\'';
    for (; *word; word++)
        end = *word == '\'' ? stpcpy(end, "'\\''") : (*end = *word, end + 1);
    *end = '\'';
    return quoted;
}

const char *text_count(struct arena *arena, uint64_t count)
{
    char digits[24], grouped[32];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, count);
    size_t used = 0;
    for (int i = 0; i < length; i++) {
        grouped[used++] = digits[i];
        if ((length - 1 - i) % 3 == 0 && i < length - 1)
            grouped[used++] = ',';
    }
    return or_question(arena_copy(arena, grouped, used));
}

const char *text_percent(struct arena *arena, double amount, double whole)
{
    return whole > 0 ? or_question(arena_printf(arena, "%.1f%%", 100 * amount / whole)) : "";
}

const char *text_bytes(struct arena *arena, double bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    unsigned unit = 0;
    for (; bytes >= 1024 && unit < 6; unit++)
        bytes /= 1024;
    return arena_printf(arena, unit && bytes < 100 ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}
