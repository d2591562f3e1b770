/*
 * Coroutines are measured, wherever they go on: in their caller, in another coroutine, in another thread, or nowhere.
 *
 * flags: -std=c++20 -pthread -Wno-unused
 * calls: main 1
 * calls: numbers 3
 * calls: filtered 2
 * calls: leaf 15
 * calls: sum_of_leaves 5
 * calls: deep 66
 * calls: thrower 4
 * calls: Walker::steps 2
 * calls: twice<T> 4
 * calls: wanderer 8
 * calls: never_resumed 0
 * calls: left_early 2
 * calls: ordinary 165
 * calls: awaiter_of<T> 2
 */
#include "coroutines.hpp"

#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <thread>
#include <vector>

static int ordinary(int n)
{
    volatile int sum = 0;
    for (int i = 0; i < 100; i++)
        sum = sum + n;
    return sum;
}

static Generator<int> numbers(int from, int to)
{
    for (int i = from; i < to; i++) {
        ordinary(i);
        co_yield i;
    }
}

static Generator<int> filtered(int to)
{
    for (auto all = numbers(0, to); all.next();)
        if (all.handle.promise().value % 3 == 0)
            co_yield all.handle.promise().value;
}

static Task<int> leaf(int n)
{
    co_return ordinary(n) / 100;
}

static Task<int> sum_of_leaves(int n)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += co_await leaf(n + i);
    co_return sum;
}

static Task<int> deep(int n)
{
    if (n == 0)
        co_return 0;
    co_return 1 + co_await deep(n - 1);
}

static Task<int> thrower(int n)
{
    if (n % 2)
        throw std::runtime_error("odd");
    co_return n;
}

static Task<int> never_resumed() { co_return 1; }

static Generator<int> left_early()
{
    for (int i = 0;; i++)
        co_yield i;
}

struct Walker {
    int at = 0;
    Generator<int> steps(int n)
    {
        while (at < n) {
            ordinary(at);
            co_yield at++;
        }
    }
};

template <class T> static Task<T> twice(T x)
{
    co_return x + x;
}

/* Goes on in another thread than it began in, and back in a third. */
static std::atomic<int> arrived;
struct Elsewhere {
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> h)
    {
        std::thread([h] { h.resume(); }).detach();
    }
    void await_resume() {}
};
struct Started {
    struct promise_type {
        Started get_return_object() { return {}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
};
static Started wanderer(int n)
{
    ordinary(n);
    co_await Elsewhere();
    ordinary(n);
    co_await Elsewhere();
    ordinary(n);
    arrived++;
}

/* What names the operator is no coroutine. */
struct Ready {
    int value;
    bool await_ready() { return true; }
    void await_suspend(std::coroutine_handle<>) {}
    int await_resume() { return value; }
};
struct ByMember {
    Ready operator co_await() { return {1}; }
};
struct ByFunction {
};
Ready operator co_await(ByFunction) { return {2}; }

template <class T> static Ready awaiter_of(T x)
{
    for (volatile int i = 0; i < 3; i = i + 1)
        ;
    if constexpr (requires { x.operator co_await(); })
        return x.operator co_await();
    else
        return operator co_await(x);
}

int main()
{
    long sum = 0;
    sum += awaiter_of(ByMember{}).await_resume() + awaiter_of(ByFunction{}).await_resume();
    {
        auto plain = numbers(0, 100);
        while (plain.next())
            sum += plain.handle.promise().value;
        for (int to : {9, 10}) {
            auto some = filtered(to);
            while (some.next())
                sum += some.handle.promise().value;
        }
        for (int i = 0; i < 5; i++)
            sum += sum_of_leaves(i).run();
        sum += deep(65).run();
        for (int i = 0; i < 4; i++) {
            try {
                sum += thrower(i).run();
            } catch (const std::runtime_error &) {
                sum -= 1000;
            }
        }
        auto idle = never_resumed();
        for (int i = 0; i < 2; i++) {
            auto endless = left_early();
            endless.next();
            endless.next();
        }
        Walker walker;
        for (int n : {3, 7}) {
            auto steps = walker.steps(n);
            while (steps.next())
                sum++;
        }
        for (int i = 0; i < 3; i++)
            sum += twice(i).run();
        sum += long(twice(2.5).run());
    }
    for (int i = 0; i < 8; i++)
        wanderer(i);
    while (arrived < 8)
        std::this_thread::yield();
    std::printf("%ld\n", sum);
    return 0;
}
