/* text.c - see text.h. */
#include "report/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

size_t text_utf8_length(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t length = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : at[0] < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

size_t text_width(const char *text)
{
    size_t width = 0;
    while (*text) {
        size_t length = text_utf8_length(text);
        text += length ? length : 1;
        width++;
    }
    return width;
}

static const char *or_question(const char *text)
{
    return text ? text : "?"; /* out of memory: a report with a hole is better than none */
}

const char *text_seconds(struct arena *arena, double seconds, const char *mark)
{
    static const struct {
        double least, factor;
        const char *unit;
    } units[] = {{0.9995, 1, "s"}, {0.9995e-3, 1e3, "ms"}, {0.9995e-6, 1e6, "us"}, {0, 1e9, "ns"}};
    size_t i = 0;
    if (seconds <= 0)
        return "0";
    while (seconds < units[i].least)
        i++;
    double value = seconds * units[i].factor;
    int decimals = value < 9.9995 ? 3 : value < 99.995 ? 2 : value < 999.95 ? 1 : 0;
    if (units[i].factor > 1e8) /* a clock does not know picoseconds */
        decimals = value < 99.95 ? 1 : 0;
    return or_question(arena_printf(arena, "%s%.*f %s", mark, decimals, value, units[i].unit));
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

const char *text_percent(struct arena *arena, double part, double whole)
{
    return whole > 0 ? or_question(arena_printf(arena, "%.1f%%", 100 * part / whole)) : "";
}

const char *text_bytes(struct arena *arena, double bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    unsigned unit = 0;
    for (; bytes >= 1024 && unit < 6; unit++)
        bytes /= 1024;
    return arena_printf(arena, unit && bytes < 100 ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}
