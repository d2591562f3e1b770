/* waits_away.c - see waits_away.h. */
#include "runtime/job/waits_away.h"

#include "runtime/measure/store/stands.h"

#include <stdlib.h>

static int compare_ticks(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

bool waits_away_open(struct waits *waits)
{
    waits->away = arena_array(&waits->arena, waits->logged, sizeof *waits->away);
    waits->calls = arena_array(&waits->arena, waits->logged, 2 * sizeof *waits->calls);
    if (!waits->away || !waits->calls)
        return false;
    for (uint32_t i = 0; i < waits->logged; i++) {
        const struct operation *operation = &waits->log[i];
        waits->calls[waits->call_count++] = operation->posted;
        if (operation->enter != operation->posted)
            waits->calls[waits->call_count++] = operation->enter;
    }
    if (waits->call_count)
        qsort(waits->calls, waits->call_count, sizeof *waits->calls, compare_ticks);
    return true;
}

int64_t waits_away_until(const struct waits *waits, const struct operation *send)
{
    size_t low = 0, high = waits->call_count;
    if (send->meeting.blocks || !send->end)
        return 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (waits->calls[middle] <= send->end)
            low = middle + 1;
        else
            high = middle;
    }
    return low < waits->call_count ? waits_moment(&waits->clock, waits->calls[low]) : 0;
}

void waits_away_note(const struct waits *waits, const struct operation *receive, int64_t sent, int64_t until)
{
    int64_t enter = waits_moment(&waits->clock, receive->enter), since = enter > sent ? enter : sent;
    if (until > since && receive->end && waits_moment(&waits->clock, receive->end) > until)
        waits->away[receive - waits->log] = until - since;
}

static int compare_calls(const void *a, const void *b)
{
    return waits_compare_calls(*(const struct operation *const *)a, *(const struct operation *const *)b);
}

/* Of one call: what it waited at most for late ranks is no part of it. */
static void book_call(struct waits *waits, const struct operation *const *of, size_t count)
{
    int64_t late = 0, all = 0;
    double weight = 1;
    struct stand *stand = waits->stand_at(waits, of[0]->stand);
    for (size_t i = 0; i < count; i++) {
        int64_t waited = waits_of(waits, of[i]), both = waited + waits->away[of[i] - waits->log];
        late = waited > late ? waited : late;
        if (both <= all)
            continue;
        all = both;
        weight = waits_weight(waits, of[i]);
    }
    if (stand && all > late)
        stand->away += (uint64_t)((double)(all - late) * weight);
}

bool waits_away_book(struct waits *waits)
{
    const struct operation **all = arena_array(&waits->arena, waits->logged, sizeof *all);
    size_t count = 0, first = 0;
    for (uint32_t i = 0; all && i < waits->logged; i++)
        if (waits->waited[i] || waits->away[i])
            all[count++] = &waits->log[i];
    if (count)
        qsort(all, count, sizeof *all, compare_calls);
    for (size_t i = 1; i <= count; i++)
        if (i == count || waits_compare_calls(all[first], all[i]) != 0) {
            book_call(waits, all + first, i - first);
            first = i;
        }
    return all;
}
