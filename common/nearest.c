/* nearest.c - see nearest.h. */
#include "common/nearest.h"

#include <string.h>

enum { LONGEST = 63, FAR = LONGEST };

/* Returns the number of letters to insert, delete or change to turn a into b (Levenshtein). */
static unsigned distance(const char *a, const char *b)
{
    unsigned row[LONGEST + 1];
    size_t width = strlen(b);
    if (width > LONGEST || strlen(a) > LONGEST)
        return FAR;
    for (unsigned i = 0; i <= width; i++)
        row[i] = i;
    for (unsigned i = 0; a[i]; i++) {
        unsigned corner = row[0]++;
        for (size_t j = 0; j < width; j++) {
            unsigned above = row[j + 1], best = corner + (a[i] != b[j]);
            if (above + 1 < best)
                best = above + 1;
            if (row[j] + 1 < best)
                best = row[j] + 1;
            corner = above;
            row[j + 1] = best;
        }
    }
    return row[width];
}

struct nearest nearest_begin(const char *typed)
{
    return (struct nearest){typed, NULL, FAR};
}

void nearest_offer(struct nearest *nearest, const char *name)
{
    unsigned found = distance(nearest->typed, name);
    if (found < nearest->distance) {
        nearest->distance = found;
        nearest->best = name;
    }
}

const char *nearest_end(const struct nearest *nearest)
{
    return nearest->distance <= 2 ? nearest->best : NULL;
}
