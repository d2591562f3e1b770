/* duration.c - see duration.h. */
#include "common/duration.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *duration_read(const char *text, double *seconds)
{
    static const struct {
        const char *word;
        double seconds;
    } units[] = {{"min", 60}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"s", 1}, {"h", 3600}};
    char *end;
    *seconds = strtod(text, &end);
    if (end == text || !(*seconds >= 0 && *seconds <= 1e9))
        return NULL;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strncmp(end, units[i].word, strlen(units[i].word)) == 0) {
            *seconds *= units[i].seconds;
            return end + strlen(units[i].word);
        }
    return end;
}

bool duration_read_window(const char *text, double *from, double *to)
{
    double first = 0, last = INFINITY;
    const char *rest = *text == '-' ? text : duration_read(text, &first);
    if (!rest || *rest != '-')
        return false;
    if (*++rest)
        rest = duration_read(rest, &last);
    if (!rest || *rest || last <= first)
        return false;
    *from = first;
    *to = last;
    return true;
}
