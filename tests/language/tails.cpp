/*
 * A function that returns by a call of itself needs no more stack than plainly.
 *
 * flags: -std=c++17
 * calls: main 1
 * calls -O2: count 3000001
 * calls -O2: ns::swing(long) 3000001
 * calls -O0: count 11
 * calls: guarded 12
 * calls: at_compile_time 11
 */
#include <cstdio>
#include <string>

#ifdef __OPTIMIZE__
enum { DEEP = 3000000 };
#else
enum { DEEP = 10 };
#endif

static long count(long n, long sum)
{
    if (n == 0)
        return sum;
    return count(n - 1, sum + n % 3);
}

namespace ns {
static void swing(long n)
{
    if (n)
        swing(n - 1);
}
static void swing(const std::string &text) { std::puts(text.c_str()); }
}

/* What it has to destroy comes behind the call. */
static long guarded(long n)
{
    std::string text = std::to_string(n);
    if (n == 0)
        return long(text.size());
    return guarded(n - 1);
}

static constexpr long at_compile_time(long n, long sum)
{
    return n == 0 ? sum : at_compile_time(n - 1, sum + n);
}
static_assert(at_compile_time(4, 0) == 10, "");

int main()
{
    ns::swing(DEEP);
    ns::swing("text");
    std::printf("%ld %ld %ld\n", count(DEEP, 0), guarded(10), at_compile_time(guarded(0) * 10, 0));
}
