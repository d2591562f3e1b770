/* taken.c - see taken.h. */
#include "taken.h"

#include "runtime/collect/collect.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

struct profile profile;
static struct arena arena;

void take(void)
{
    arena_free(&arena);
    assert_true(snapshot_take(clock_pair_now(), &profile, &arena, NULL));
    path_check(&profile);
}

uint64_t calls(const char *path)
{
    const struct profile_node *node = path_find(&profile, path);
    return node ? node->calls.calls : 0;
}
