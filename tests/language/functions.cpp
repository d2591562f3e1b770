/*
 * Every way to write a function in C++, with what people call it.
 *
 * flags: -std=c++17 -Wall -Wextra -Wpedantic
 * calls: main 1
 * calls: plain 1
 * calls: in_c 1
 * calls: space::inner::free 1
 * calls: hidden 1
 * calls: late 1
 * calls: trailing 1
 * calls: deduced 1
 * calls: f(int) 1
 * calls: f(double) 2
 * calls: space::A::A() 1
 * calls: space::A::A(int) 5
 * calls: space::A::~A 6
 * calls: space::A::get 3
 * calls: space::A::count 1
 * calls: space::A::outside 1
 * calls: space::A::operator int 1
 * calls: space::A::operator+ 1
 * calls: space::A::operator() 1
 * calls: space::A::operator[](int) 1
 * calls: space::A::operator[](int) const 1
 * calls: space::operator== 1
 * calls: space::befriended 1
 * calls: space::A::as<T> 2
 * calls: operator""_km 1
 * calls: Derived::Derived 1
 * calls: Derived::shown 1
 * calls: Derived::~Derived 1
 * calls: Nested::Inner::f 1
 * calls: Box<T, N>::Box 2
 * calls: Box<T, N>::first 2
 * calls: Box<T, N>::last 1
 * calls: Box<T *, 1>::first 1
 * calls: twice<T> 2
 * calls: twice<char> 1
 * calls: total<T, Ts...> 2
 * calls: of_unnamed<> 1
 * calls: tried 1
 * calls: Tried::Tried 1
 * calls: at_compile_time 1
 * calls: main::Local::go 1
 * calls: main::lambda at functions.cpp:169 2
 * calls: main::lambda at functions.cpp:170 1
 * calls: main::lambda at functions.cpp:171 2
 * calls: main::lambda at functions.cpp:172 1
 * calls: main::lambda 2 at functions.cpp:172 1
 * calls: Members::lambda at functions.cpp:138 1
 * calls: lambda at functions.cpp:142 1
 * calls: enclosed 1
 * calls: Nested::Inner::enclosed 1
 * calls: of_unnamed_class 1
 * calls: main::in_local_class 1
 * calls: main::Here::in_lambda 1
 * calls: made_one 1
 * calls: noexcept_one 1
 * calls: attributed 1
 * path: main;apply<Function>
 * path: main;total<T, Ts...>
 * left alone: asked no_instrument_function
 */
#include <cstdio>
#include <cstdlib>
#include <string>

#define MAKE(name)                                                                                           \
    static int made_##name(int x) { return x; }
MAKE(one)

int plain(int n) { return n; }
extern "C" int in_c(int n) { return n; }
namespace space {
inline namespace inner {
inline int free(int n) { return n; }
}
class A {
    int x;

public:
    A() : x(0) {}
    explicit A(int n) : x(n) {}
    A(const A &) = default;
    ~A() { x = -1; }
    int get() const { return x; }
    static int count() { return 1; }
    int outside() const;
    operator int() const { return x; }
    A operator+(const A &o) const { return A(x + o.x); }
    int operator()(int n) const { return n; }
    int &operator[](int) { return x; }
    int operator[](int) const { return x; }
    friend bool operator==(const A &a, const A &b) { return a.x == b.x; }
    friend int befriended(const A &a) { return a.x; }
    template <class T> T as() const { return T(x); }
};
int A::outside() const { return x; }
}
namespace {
int hidden(int n) { return n; } struct { int of_unnamed_class() { return 1; } } unnamed;
}
static int late(int);
static int late(int n) { return n; }
auto trailing(int n) -> long { return n; }
auto deduced(int n) { return n * 1.5; }
int f(int n) { return n; }
int f(double d) { return int(d); }
long operator""_km(unsigned long long n) { return long(n) * 1000; }
struct Derived : space::A {
    Derived() : A(4) {}
    virtual int shown() { return 5; }
    virtual ~Derived() {}
};
struct Nested {
    struct Inner {
        int f() { return 1; }
        int (enclosed)() { return 1; }
    };
};
template <class T, int N> struct Box {
    T value[N];
    Box() { for (auto &each : value) each = T(); }
    T first() const { return value[0]; }
    T last() const;
};
template <class T, int N> T Box<T, N>::last() const { return value[N - 1]; }
template <class T> struct Box<T *, 1> {
    T *value = nullptr;
    T *first() const { return value; }
};
template <class T> T twice(T n) { return n + n; }
template <> char twice<char>(char n) { return n; }
template <class T> int total(T n) { return n; }
template <class T, class... Ts> int total(T n, Ts... rest) { return n + total(rest...); }
template <class, int> int of_unnamed() { return 1; }
struct Members { int n = [] { return 3; }(); };
int tried(int n) try { return n; } catch (...) { return 0; }
struct Tried : space::A { Tried() try : A(3) { get(); } catch (...) { throw; } };
constexpr int at_compile_time(int n) { return n * n; }
static int from_lambda = [] { return std::getenv("NOTHING") ? 9 : 8; }();
static_assert(at_compile_time(3) == 9, "it runs in the compiler, too");
int noexcept_one(int n) noexcept { return n; }
int (enclosed)(int n) { return n; }
[[nodiscard]] int attributed [[gnu::noinline]] (int n) { return n; }
__attribute__((no_instrument_function)) int asked(int n) { return n; }

/* Where functions of the standard library call back. */
template <class Function> int apply(Function function)
{
    return function(1);
}

int main()
{
    struct Local {
        int go() { return 2; }
    } local;
    space::A a, b(2);
    const space::A c(7);
    Derived derived;
    Nested::Inner inner;
    Box<int, 3> box;
    Box<long, 2> other;
    Box<char *, 1> pointer;
    Members members;
    Tried tried_one;
    auto lambda = [&](int n) { return n + b.get(); };
    auto outer = [=](int n) {
        auto inner_lambda = [](int m) { return m; };
        return [](int m) { return m; }(n) + [](int m) { return m; }(n) + inner_lambda(n) + inner_lambda(n);
    };
    constexpr auto constant = [](int n) { return n; };
    static_assert(constant(4) == 4, "a lambda may run in the compiler");
    int sum = plain(1) + in_c(1) + space::free(1) + hidden(1) + late(1) + int(trailing(1)) + int(deduced(1)) + f(1) +
              f(1.0) + f(2.0) + space::A::count() + a.outside() + int(a) + int((b + c)(1) ) + a[0] + c[0] + (a == b) +
              befriended(a) + a.as<int>() + int(a.as<long>()) + int(1_km) + derived.shown() + inner.f() + box.first() +
              int(other.first()) + box.last() + (pointer.first() != nullptr) + twice(1) + int(twice(1.5)) + twice('a') +
              total(1, 2, 3) + of_unnamed<int, 1>() + tried(1) + at_compile_time(local.go()) + lambda(1) + apply(lambda) +
              outer(1) + members.n + from_lambda + made_one(1) + noexcept_one(1) + attributed(1) + asked(1);
    struct { int in_local_class() { return 1; } } local_unnamed;
    sum += enclosed(1) + inner.enclosed() + unnamed.of_unnamed_class() + local_unnamed.in_local_class();
    sum += [] { struct Here { int in_lambda() { return 1; } } here; return here.in_lambda(); }();
    std::printf("%d %s\n", sum, std::string("done").c_str());
}
