/* number.c - see number.h. */
#include "report/show/number.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { DIGITS = 15, ROOM = 24 };

/* The powers of ten that a long double of 64 bits holds exactly. */
static const long double powers[] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
                                     1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
                                     1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
enum { POWERS = sizeof powers / sizeof *powers };

/* Writes the digits so that they end at `end`, and returns their start. */
static char *put_digits(char *end, uint64_t number)
{
    static const char pairs[] =
        "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
        "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
    const char *first = end;
    for (; number >= 10; number /= 100)
        end = memcpy(end - 2, pairs + number % 100 * 2, 2);
    if (number || first == end)
        *--end = (char)('0' + number);
    return end;
}

char *number_count(char *at, uint64_t count)
{
    char text[ROOM], *begin = put_digits(text + ROOM, count);
    return mempcpy(at, begin, (size_t)(text + ROOM - begin));
}

void number_put_count(FILE *stream, uint64_t count)
{
    char text[ROOM];
    fwrite_unlocked(text, 1, (size_t)(number_count(text, count) - text), stream);
}

/* `number` / 10^places; not 0. */
static char *put_decimal(char *at, uint64_t number, int places)
{
    char digits[ROOM];
    const char *begin = put_digits(digits + ROOM, number), *end = digits + ROOM;
    int point = (int)(end - begin) - places; /* digits in front of it; below 1 it is followed by zeros */
    while (end[-1] == '0')
        end--;
    size_t length = (size_t)(end - begin);
    if (point <= -4) {
        *at++ = *begin;
        if (length > 1) {
            *at++ = '.';
            at = mempcpy(at, begin + 1, length - 1);
        }
        at = stpcpy(at, point > -9 ? "e-0" : "e-");
        char *behind = at + (point > -9 ? 1 : 2);
        put_digits(behind, (uint64_t)(1 - point));
        at = behind;
    } else if (point <= 0) {
        at = stpcpy(at, "0.");
        at = (char *)memset(at, '0', (size_t)-point) - point;
        at = mempcpy(at, begin, length);
    } else if (length <= (size_t)point) {
        at = mempcpy(at, begin, length);
        at = (char *)memset(at, '0', (size_t)point - length) + ((size_t)point - length);
    } else {
        at = mempcpy(at, begin, (size_t)point);
        *at++ = '.';
        at = mempcpy(at, begin + point, length - (size_t)point);
    }
    return at;
}

/* Converts a whole number of picoseconds, the most frequent case. */
static bool take_whole(double number, uint64_t *digits, int *places)
{
    double unit = 1e12, whole = rint(number * unit);
    bool exact = whole < (double)powers[DIGITS] && !(whole / unit < number) && !(whole / unit > number);
    *digits = exact ? (uint64_t)whole : 0;
    *places = 12;
    return *digits;
}

/* Converts to the first DIGITS digits, rounded. The product may be off by half a unit of its 64 bits, 14 of which are behind the digits.
 * Returns false where that might change the rounding, or where the power is not exact. */
static bool take_digits(double number, uint64_t *digits, int *places)
{
    int power, exponent; /* 10^exponent <= number, or one less: log10(2) is 1233 / 4096 and a little less */
    frexp(number, &power);
    exponent = (power - 1) * 1233 >> 12;
    if (exponent < DIGITS - POWERS || exponent >= DIGITS - 1)
        return false;
    long double scaled = number * powers[DIGITS - 1 - exponent];
    if (scaled >= powers[DIGITS])
        exponent++, scaled = number * powers[DIGITS - 1 - exponent];
    if (exponent >= DIGITS - 1 || scaled < powers[DIGITS - 1])
        return false;
    *digits = (uint64_t)scaled;
    long double rest = scaled - (long double)*digits;
    *digits += rest > 0.5L;
    *places = DIGITS - 1 - exponent;
    return rest < 0.499L || rest > 0.501L;
}

char *number_text(char *at, double number)
{
    uint64_t digits;
    int places;
    if (number > 0 && (take_whole(number, &digits, &places) || take_digits(number, &digits, &places)))
        return put_decimal(at, digits, places);
    if (number > 0 || number < 0 || isnan(number))
        return at + sprintf(at, "%.15g", number);
    *at = '0';
    return at + 1;
}

void number_put(FILE *stream, double number)
{
    char text[NUMBER_ROOM];
    fwrite_unlocked(text, 1, (size_t)(number_text(text, number) - text), stream);
}
