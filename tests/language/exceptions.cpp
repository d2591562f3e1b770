/*
 * Exceptions leave functions, and what they leave is closed: calls behind them stand where they belong.
 *
 * flags: -std=c++11
 * calls: main 1
 * calls: thrower 12
 * calls: passes 11
 * calls: Guard::Guard 11
 * calls: Guard::~Guard 11
 * calls: catches 11
 * calls: after 11
 * calls: tried 1
 * calls: Failing::Failing 1
 * calls: Member::Member 1
 * calls: Member::~Member 1
 * calls: rethrows 1
 * calls: in_callback 1
 * calls: in_callback::lambda at exceptions.cpp:83 1
 * path: main;catches;passes;thrower
 * path: main;tried;thrower
 * path: main;rethrows;catches;passes
 * path: main;in_callback;in_callback::lambda at exceptions.cpp:83
 */
#include <algorithm>
#include <cstdio>
#include <stdexcept>

static int closed;

struct Guard {
    Guard() {}
    ~Guard() { closed++; }
};

static void thrower(int n)
{
    if (n)
        throw std::runtime_error("thrown");
}

static void passes(int n)
{
    Guard guard;
    thrower(n);
}

static int after() { return 1; }

static int catches(int n)
{
    try {
        passes(n);
    } catch (const std::exception &) {
        return after();
    }
    return 0;
}

static int tried(int n) try { thrower(n); return 0; } catch (...) { return 1; }

struct Member {
    Member() {}
    ~Member() { closed++; }
};

struct Failing {
    Member member;
    Failing() { throw 1; }
};

static int rethrows()
{
    try {
        catches(1);
        throw 5;
    } catch (...) {
        throw;
    }
}

static void in_callback(const int *numbers)
{
    std::for_each(numbers, numbers + 1, [](int n) { throw n; });
}

int main()
{
    int numbers[] = {7, 8}, sum = 0;
    for (int i = 0; i < 10; i++)
        sum += catches(1);
    sum += tried(1);
    try {
        Failing failing;
    } catch (int n) {
        sum += n;
    }
    try {
        rethrows();
    } catch (int n) {
        sum += n;
    }
    try {
        in_callback(numbers);
    } catch (int n) {
        sum += n;
    }
    std::printf("%d %d\n", sum, closed);
}
