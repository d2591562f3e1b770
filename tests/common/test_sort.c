/* test_sort.c - positions in order, and the search in what is sorted. */
#include "common/sort.h"
#include "tests/common/unit.h"

#include <string.h>

struct entry {
    uint32_t narrow;
    size_t wide;
};

static const struct entry entries[] = {{2, 20}, {4, 40}, {4, 40}, {UINT32_MAX, SIZE_MAX}};
enum { ENTRIES = sizeof entries / sizeof *entries };

static size_t find(uint32_t key)
{
    return sort_lower_bound32(entries, ENTRIES, sizeof *entries, offsetof(struct entry, narrow), key);
}

static size_t find_wide(size_t key)
{
    return sort_lower_bound(entries, ENTRIES, sizeof *entries, offsetof(struct entry, wide), key);
}

/* The first of equal ones; and where a key would be that is not there. */
TEST(test_lower_bound)
{
    static const struct {
        uint32_t key;
        size_t at;
    } cases[] = {{0, 0}, {2, 0}, {3, 1}, {4, 1}, {5, 3}, {UINT32_MAX, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(find(cases[i].key), cases[i].at);
    assert_int_equal(find_wide(40), 1);
    assert_int_equal(find_wide(41), 3);
    assert_int_equal(find_wide(SIZE_MAX), 3);
    assert_int_equal(sort_lower_bound32(entries, 0, sizeof *entries, 0, 1), 0);
}

static int compare_narrow(const void *table, uint32_t a, uint32_t b)
{
    const struct entry *of = table;
    return (of[a].narrow > of[b].narrow) - (of[a].narrow < of[b].narrow);
}

/* Equal ones stay in their order. */
TEST(test_positions)
{
    static const struct entry mixed[] = {{5, 0}, {1, 0}, {5, 0}, {0, 0}, {1, 0}};
    static const uint32_t wanted[] = {3, 1, 4, 0, 2};
    uint32_t order[5];
    struct arena scratch = {0};
    assert_true(sort_positions(order, 5, compare_narrow, mixed, &scratch));
    assert_memory_equal(order, wanted, sizeof wanted);
    arena_free(&scratch);
}

/* As by strcmp, and equal ones stay in their order, whether they begin alike, end within others or are the same. */
TEST(test_texts)
{
    static const char *const parts[] = {"", "a", "eightchr", "eightchrs", "\xff", "ninechars"};
    enum { PARTS = sizeof parts / sizeof *parts, COUNT = PARTS * PARTS * PARTS * 2 };
    const char *texts[COUNT];
    uint32_t order[COUNT];
    struct arena scratch = {0};
    for (uint32_t i = 0; i < COUNT; i++)
        texts[i] = arena_printf(&scratch, "%s%s%s", parts[i * 7 % PARTS], parts[i / PARTS % PARTS],
                                parts[i / PARTS / PARTS % PARTS]);
    assert_true(sort_texts(order, COUNT, texts, &scratch));
    for (uint32_t i = 1; i < COUNT; i++) {
        int difference = strcmp(texts[order[i - 1]], texts[order[i]]);
        assert_true(difference < 0 || (difference == 0 && order[i - 1] < order[i]));
    }
    arena_free(&scratch);
}
