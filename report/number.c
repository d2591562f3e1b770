/* number.c - see number.h. */
#include "report/number.h"

#include <math.h>
#include <string.h>

enum { PLACES = 12, ROOM = 24 };

/* Writes the digits so that they end at `end`, and returns where they begin. */
static char *put_digits(char *end, uint64_t number)
{
    do {
        *--end = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    return end;
}

void number_put_count(FILE *stream, uint64_t count)
{
    char text[ROOM], *begin = put_digits(text + ROOM, count);
    fwrite_unlocked(begin, 1, (size_t)(text + ROOM - begin), stream);
}

/* `number` / 10^PLACES, of at most 15 digits; not 0. */
static void put_decimal(FILE *stream, uint64_t number)
{
    char digits[ROOM], text[2 * ROOM], *at = text;
    const char *begin = put_digits(digits + ROOM, number), *end = digits + ROOM;
    int point = (int)(end - begin) - PLACES; /* digits in front of it; below 1 it is followed by zeros */
    while (end[-1] == '0')
        end--;
    size_t length = (size_t)(end - begin);
    if (point <= -4) {
        *at++ = *begin;
        if (length > 1) {
            *at++ = '.';
            at = mempcpy(at, begin + 1, length - 1);
        }
        at += sprintf(at, "e-%02d", 1 - point);
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
    fwrite_unlocked(text, 1, (size_t)(at - text), stream);
}

void number_put(FILE *stream, double number)
{
    double unit = 1e12, most = 1e15; /* 10^PLACES, and what has more digits than %.15g shows */
    double whole = rint(number * unit);
    if (number > 0 && whole < most && !(whole / unit < number) && !(whole / unit > number))
        put_decimal(stream, (uint64_t)whole);
    else if (number > 0 || number < 0 || isnan(number))
        fprintf(stream, "%.15g", number);
    else
        putc_unlocked('0', stream);
}
