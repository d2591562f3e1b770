/* text.c - see text.h. */
#include "report/show/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

size_t text_width(const char *text)
{
    char shown[CHARACTER_SHOWN];
    size_t width = 0;
    while (*text)
        width += character_show(&text, shown);
    return width;
}

double seconds(double picoseconds)
{
    return picoseconds / 1e12;
}

const char *text_seconds(struct arena *arena, double seconds, const char *mark)
{
    return text_seconds_known(arena, seconds, 4, mark);
}

/* Returns `value`, which is not negative, with only its first digits; the others become zeros. */
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
    if (isnan(seconds))
        return TEXT_NOT_SEEN;
    if (seconds <= 0)
        return "0";
    if (digits < 4) /* four are those that are printed, and are rounded there */
        seconds = keep_digits(seconds, digits);
    while (seconds < units[i].least)
        i++;
    double value = seconds * units[i].factor;
    int decimals = (int)digits - (value < 9.9995 ? 1 : value < 99.995 ? 2 : value < 999.95 ? 3 : (int)digits);
    if (units[i].factor > 1e8) /* a clock does not know picoseconds */
        decimals = value < 99.95 ? 1 : 0;
    decimals = decimals > 0 ? decimals : 0;
    return arena_printf(arena, "%s%.*f %s", mark, decimals, value, units[i].unit);
}

const char *text_shell(struct arena *arena, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=:,./@%";
    if (*word && !word[strspn(word, plain)])
        return word;
    char *quoted = arena_alloc(arena, strlen(word) * 4 + 3), *end = quoted;
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
    return arena_copy(arena, grouped, used);
}

const char *text_percent(struct arena *arena, double amount, double whole)
{
    return whole > 0 && !isnan(amount) ? arena_printf(arena, "%.1f%%", 100 * amount / whole) : "";
}

const char *text_calls(struct arena *arena, uint64_t calls, bool estimated)
{
    const char *count = text_count(arena, calls);
    return estimated ? arena_printf(arena, "~%s", count) : count;
}

const char *text_bytes(struct arena *arena, double bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    unsigned unit = 0;
    for (; bytes >= 1024 && unit < 6; unit++)
        bytes /= 1024;
    return arena_printf(arena, unit && bytes < 100 ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}
