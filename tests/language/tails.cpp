/*
 * A function that returns by a call of itself needs no more stack than plainly.
 *
 * flags: -std=c++17
 * calls: main 1
 * calls -O2: count 3000001
 * calls -O2: ns::swing(long) 3000001
 * calls -O0: count 11
 * calls -O2: Chain::length 3000001
 * calls -O2: Chain::step 3000001
 * calls -O2: down<T> 3000001
 * calls -O2: fixed<K> 3000001
 * calls -O2: Link::walk 3000001
 * calls -O2: even 1500001
 * calls -O2: odd 1500000
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

/* Methods, static members, and two functions that call each other. */
struct Chain {
    long steps = 0;
    long length(long n)
    {
        if (n == 0)
            return steps;
        steps += n % 2;
        return length(n - 1);
    }
    static long step(long n, long sum) { return n == 0 ? sum : Chain::step(n - 1, sum + 1); }
};
static bool odd(long n);
static bool even(long n) { return n == 0 ? true : odd(n - 1); }
static bool odd(long n) { return n == 0 ? false : even(n - 1); }

struct Link {
    Link *next = this;
    virtual long walk(long n) { return n == 0 ? 7 : next->walk(n - 1); }
    virtual ~Link() {}
};
template <class T> static T down(T n) { return n == 0 ? 3 : down(n - 1); }
template <int K> static long fixed(long n, long sum) { return n == 0 ? sum : fixed<K>(n - 1, sum + K); }

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
    Chain chain;
    std::printf("%ld %ld %d\n", chain.length(DEEP), Chain::step(DEEP, 0), even(DEEP));
    std::printf("%ld %ld %ld\n", down(long(DEEP)), fixed<2>(DEEP, 0), Link().walk(DEEP));
    std::printf("%ld %ld %ld\n", count(DEEP, 0), guarded(10), at_compile_time(guarded(0) * 10, 0));
}
