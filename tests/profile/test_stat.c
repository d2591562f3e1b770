/* test_stat.c - statistics of calls and ranks, against figures worked out another way. */
#include "profile/stat.h"

#include <string.h>

#include "tests/common/unit.h"

static struct stat_calls one_call(uint64_t value)
{
    struct stat_calls stat;
    stat_calls_init(&stat);
    stat.calls = stat.timed = 1;
    stat.sum.low = stat.min = stat.max = value;
    stat.mean = (double)value;
    return stat;
}

static struct stat_calls series(const uint64_t *values, size_t count)
{
    struct stat_calls stat;
    stat_calls_init(&stat);
    for (size_t i = 0; i < count; i++) {
        struct stat_calls one = one_call(values[i]);
        stat_calls_merge(&stat, &one);
    }
    return stat;
}

static void near(double value, double expected)
{
    double error = value > expected ? value - expected : expected - value;
    if (error > 1e-12 * (expected > 0 ? expected : -expected))
        fail_msg("%.17g is not %.17g", value, expected);
}

TEST(test_u128)
{
    struct u128 carry = u128_add((struct u128){UINT64_MAX, 4}, (struct u128){2, 5});
    assert_int_equal(carry.low, 1);
    assert_int_equal(carry.high, 10);
    struct u128 most = {UINT64_MAX, UINT64_MAX};
    assert_int_equal(u128_compare(u128_add(most, (struct u128){1, 0}), most), 0);
    assert_int_equal(u128_compare(u128_add(most, most), most), 0);
    assert_int_equal(u128_compare(u128_add(most, (struct u128){0, 0}), most), 0);
    struct u128 half = {0, 1ull << 63};
    assert_int_equal(u128_compare(u128_add(half, half), most), 0);
    assert_true(u128_compare((struct u128){5, 0}, (struct u128){0, 1}) < 0);
    near(u128_double((struct u128){0, 3}), 3 * 18446744073709551616.0);
    assert_int_equal(u128_from_double(-3).low, 0);
    assert_int_equal(u128_from_double(2.5).low, 3);
    assert_int_equal(u128_from_double(0x1p64).high, 1);
    assert_int_equal(u128_from_double(0x1p64).low, 0);
    assert_int_equal(u128_from_double(0x1.8p53).low, 0x1800ull << 41);
    assert_int_equal(u128_compare(u128_from_double(1e300), most), 0);
}

TEST(test_known_variance)
{
    const uint64_t values[] = {2, 4, 4, 4, 5, 5, 7, 9}; /* mean 5, deviation 2 */
    struct stat_calls stat = series(values, 8);
    near(stat.mean, 5);
    near(stat_calls_variance(&stat), 4);
    assert_int_equal(stat.min, 2);
    assert_int_equal(stat.max, 9);
    assert_int_equal(stat.sum.low, 40);
}

TEST(test_constant_is_exactly_zero)
{
    struct stat_calls stat = one_call(1234567891011ull);
    for (int i = 0; i < 64; i++) {
        struct stat_calls half = stat;
        stat_calls_merge(&stat, &half); /* 2^64 calls saturate on the way */
        assert_true(stat.m2 <= 0 && stat.m2 >= 0);
    }
    assert_int_equal(stat.calls, UINT64_MAX);
    struct stat_ranks ranks, more;
    stat_ranks_init(&ranks, 0, 999999999999ull, 1);
    for (uint32_t rank = 1; rank < 1000; rank++) {
        stat_ranks_init(&more, rank, 999999999999ull, 1);
        stat_ranks_merge(&ranks, &more);
    }
    assert_true(ranks.m2 <= 0 && ranks.m2 >= 0);
    assert_true(stat_ranks_variance(&ranks) <= 0);
}

/* Large values with a small spread: the case that a sum of squares gets wrong. */
TEST(test_spread_far_from_zero)
{
    const uint64_t base = 1000000000000000ull;
    const uint64_t values[] = {base + 4, base + 7, base + 13, base + 16}; /* variance 22.5 */
    struct stat_calls stat = series(values, 4);
    near(stat_calls_variance(&stat), 22.5);
}

TEST(test_order_does_not_matter)
{
    const uint64_t values[] = {17, 90000, 3, 3, 123456789, 5, 88, 1};
    struct stat_calls all = series(values, 8);
    for (size_t cut = 0; cut <= 8; cut++) {
        struct stat_calls a = series(values, cut), b = series(values + cut, 8 - cut), ab = a, ba = b;
        stat_calls_merge(&ab, &b);
        stat_calls_merge(&ba, &a);
        assert_memory_equal(&ab, &ba, sizeof ab); /* either order: the same bits */
        assert_int_equal(ab.calls, all.calls);
        assert_int_equal(u128_compare(ab.sum, all.sum), 0);
        near(ab.m2, all.m2);
        near(ab.mean, all.mean);
    }
}

TEST(test_iterations_of_the_extremes)
{
    struct stat_calls a = one_call(5), b = one_call(5), c = one_call(9);
    a.min_iteration = a.max_iteration = 7;
    b.min_iteration = b.max_iteration = 3;
    c.min_iteration = c.max_iteration = 4;
    stat_calls_merge(&a, &b);
    stat_calls_merge(&a, &c);
    assert_int_equal(a.min_iteration, 3);
    assert_int_equal(a.max_iteration, 4);
}

TEST(test_ranks_with_zeros)
{
    struct stat_ranks ranks, more;
    stat_ranks_init(&ranks, 3, 10, 1);
    stat_ranks_init(&more, 1, 10, 1);
    stat_ranks_merge(&ranks, &more);
    for (uint32_t rank = 4; rank < 6; rank++) {
        stat_ranks_init(&more, rank, 0, 0);
        stat_ranks_merge(&ranks, &more);
    }
    assert_int_equal(ranks.called, 2);
    assert_int_equal(ranks.in_context, 4);
    assert_int_equal(ranks.max_rank, 1);
    assert_int_equal(stat_ranks_min(&ranks), 0);
    near(stat_ranks_mean(&ranks), 5); /* 10 10 0 0 */
    near(stat_ranks_variance(&ranks), 25);
    stat_ranks_init(&more, 1, 30, 1);
    stat_ranks_join(&more, &(struct stat_ranks){1, 1, 12, 12, 1, 1, 12, 0});
    assert_int_equal(more.called, 1);
    assert_int_equal(more.max, 42);
}
