/* ranks.c - see ranks.h. */
#include "ranks.h"

#include "runtime/job/waits_left.h"

#include <stdlib.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

void ranks_merge(unsigned char *bytes, size_t size)
{
    struct arena arena = {0};
    struct error error = {0};
    struct profile ranks[2], both, back;
    for (int i = 0; i < 2; i++)
        require(profile_unpack(bytes, size, "rank", &ranks[i], &arena, &error));
    if (ranks[1].log_count)
        ranks[1].logs[0].rank ^= 1;
    require(waits_left_find(ranks, 2, &arena, &error));
    require(profile_merge(&ranks[0], &ranks[1], &both, &arena, &error));
    require(!both.log_count && !both.stand_count && !both.operation_count);
    require(profile_pack(&both, &arena, &bytes, &size, &error));
    require(profile_unpack(bytes, size, "again", &back, &arena, &error));
    require(back.wait_count == both.wait_count && back.call_site_count == both.call_site_count);
    arena_free(&arena);
}
