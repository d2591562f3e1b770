/* waits.c - see waits.h. */
#include "profile/waits.h"

#include "profile/canonical.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    return waits_compare(a, b);
}

uint32_t waits_join(struct profile_wait *waits, uint32_t count)
{
    uint32_t joined = 0;
    if (count)
        qsort(waits, count, sizeof *waits, compare);
    for (uint32_t i = 0; i < count; i++) {
        if (joined && waits_compare(&waits[joined - 1], &waits[i]) == 0)
            waits[joined - 1].ns = saturating_add(waits[joined - 1].ns, waits[i].ns);
        else
            waits[joined++] = waits[i];
    }
    return joined;
}
