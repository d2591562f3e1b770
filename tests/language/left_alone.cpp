/*
 * What of C++ has no probe, and why.
 *
 * flags: -std=c++20 -Wno-unused
 * compilers: g++
 * calls: main 1
 * calls: main::lambda at left_alone.cpp:37 1
 * left alone: only_in_the_compiler consteval
 * left alone: coroutine coroutine
 * left alone: asked no_instrument_function
 * left alone: main::lambda at left_alone.cpp:39 unread
 */
#include <coroutine>
#include <cstdio>

struct Task {
    struct promise_type {
        Task get_return_object() { return {}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() {}
    };
};

static consteval int only_in_the_compiler(int n) { return n * n; }
static Task coroutine(int *n)
{
    *n += 1;
    co_return;
}
[[gnu::no_instrument_function]] static int asked(int n) { return n; }

int main()
{
    int n = only_in_the_compiler(3);
    auto read = [&](int m) { return n + m; };
    /* only GCC knows the builtin */
    auto unread = [](int m) { return m; }(1) + __builtin_has_attribute(n, unused);
    coroutine(&n);
    std::printf("%d\n", asked(n) + read(1) + unread);
}
