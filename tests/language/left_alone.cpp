/*
 * What of C++ has no probe, and why.
 *
 * flags: -std=c++20 -Wno-unused
 * compilers: g++
 * calls: main 1
 * calls: abbreviated<> 1
 * calls: named 2
 * calls: coroutine 1
 * calls: main::lambda at left_alone.cpp:66 1
 * left alone: only_in_the_compiler consteval
 * left alone: asked no_instrument_function
 * left alone: said_before no_instrument_function
 * left alone: Held<T>::said_in_class no_instrument_function
 * left alone: bare naked
 * left alone: chosen ifunc-resolver
 * left alone: main::lambda at left_alone.cpp:68 unread
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
/* what stands before it is not this function's, though nothing says `template` */
static int abbreviated(auto n) { return int(n); }
[[gnu::no_instrument_function]] static int asked(int n) { return n; }

/* attributes of another declaration */
static int said_before(int) __attribute__((no_instrument_function));
static int said_before(int n) { return n; }
template <class T> struct Held { [[gnu::no_instrument_function]] T said_in_class(T n); };
template <class T> T Held<T>::said_in_class(T n) { return n; }
__attribute__((naked)) int bare(int n);
int bare(int) { __asm__("lea 1(%rdi), %eax; ret"); }
extern "C" {
static int one(int n) { return n; }
static int (*chosen())(int) { return one; }
int indirect(int) __attribute__((ifunc("chosen")));
}

/* words that mean something in attributes alone */
struct naked { int ifunc(const char *) { return 0; } };
typedef naked Words;
static int named(int no_instrument_function, naked *naked)
{
    return no_instrument_function + naked->ifunc("named");
}

int main()
{
    int n = only_in_the_compiler(3);
    auto read = [&](int m) { return n + m; };
    /* only GCC knows the builtin */
    auto unread = [](int m) { return m; }(1) + __builtin_has_attribute(n, unused);
    coroutine(&n);
    Words words;
    n += abbreviated(0) + said_before(0) + Held<int>().said_in_class(0) + bare(-1) + indirect(0) + named(0, &words) + named(0, &words);
    std::printf("%d\n", asked(n) + read(1) + unread);
}
