# binary_cxx.sh - a program of C++ against its records: names that the linker has mangled, templates, what compilers make.
command -v g++ >/dev/null || exit 77
mkdir system
cat >system/vendor.hpp <<'C'
#include <cstddef>
namespace vendor {
template <class T, int N> struct Matrix { T at[N]; T sum() const { T all = 0; for (T each : at) all += each; return all; } };
template <class T> T twice(T n) { return n + n; }
}
struct VendorString { const char *text; std::size_t size() const { std::size_t n = 0; while (text[n]) n++; return n; } };
inline int vendor_inline(int n) { return n; }
C
cat >ours.cc <<'C'
#include <vendor.hpp>
#include <algorithm>
#include <string>
#include <thread>
#include <vector>
int foreign(int n);
namespace space {
struct Held { std::string name; std::vector<int> numbers; };
template <class T> struct Box {
    T value;
    Box(T v) : value(v) {}
    virtual ~Box() {}
    T get() const { return value; }
    bool operator<(const Box &other) const { return value < other.value; }
};
namespace { int hidden(int n) { return n + 1; } }
template <class T> T twice(T n) { return n + n; }
}
int f(int n) { return n; }
int f(double n) { return int(n); }
static space::Held held;
struct Members { int n = [] { return 3; }(); };
static int from_lambda = [] { return 1; }();
// What demanglers write in another form: a result that is an expression, a function or of the template itself, and conversions.
struct Stream { int width; };
struct Listener { Stream stream() const { return {2}; } };
struct Plus { int with(int n, Stream s) const { return n + s.width; } };
template <class T> struct Policy {
    template <class P> static auto run(const Policy &, T n, const Listener *listener)
        -> decltype(P().with(n, listener->stream())) { return P().with(n, listener->stream()); }
    template <class V> static auto put(const V &n) -> decltype((void)(n << 1)) { (void)(n << 1); }
    template <class V> static decltype(auto) same(V n) { return n; }
    template <class V> static int (Plus::*member(V))(int, Stream) const { return &Plus::with; }
    template <class V> static V &&passed(V &n) { return static_cast<V &&>(n); }
    template <class V> static void (*chosen(V))(int) { return nullptr; }
    template <class V> operator Policy<V>() const { return Policy<V>(); }
    operator bool() const { return [] { return true; }(); }
};
template <int N> struct Narrow {};
template <class T> Narrow<(sizeof(T) <= 4 && sizeof(T) >= 2)> narrow(T) { return {}; }
struct Base { Base(int n) : size(n) {} int size; };
struct Derived : Base { using Base::Base; };
#if __cplusplus > 201703L
struct Ordered { int n; bool operator==(const Ordered &) const = default; auto operator<=>(const Ordered &) const = default; };
using Less = decltype([](int a, int b) { return a < b; });
template <class F = decltype([](int n) { return n + 1; })> int applied(int n) { return F{}(n); }
template <class... T> bool chosen(T... all) { return Less{}(all...) || std::max({all...}, Less{}) > applied(sizeof...(all)); }
static bool compare(int n) { return Ordered{n} < Ordered{2} || Ordered{n} == Ordered{3} || chosen(n, 2); }
#else
static bool compare(int n) { return n < 0; }
#endif
template <class... T> int call_packed(T... all) { return [](auto... each) { return int(sizeof...(each)); }(all...); }
#pragma omp declare simd
double in_vectors(double n) { return n * 2; }
namespace space {
extern "C" {
static int of_c(int n) { return n; }
int also_of_c(int n) { return of_c(n); }
}
}
template <class F> int call_copy(F f) { F copy(f); return copy(); }
namespace space {
template <class T> bool operator>(const Box<T> &a, const Box<T> &b) { return call_copy([&] { return a.value > b.value ? 1 : 0; }); }
}
long operator""_km(unsigned long long n) { return long(n); }
int main(int count, char **)
{
    vendor::Matrix<int, 3> matrix{{1, 2, 3}};
    count += matrix.sum() + vendor::twice(2) + int(VendorString{"ab"}.size()) + vendor_inline(1);
    struct Local { int go(int n) { return n; } } local;
    std::vector<int> numbers{3, 1, 2};
    std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a > b; });
    auto outer = [&](int n) { auto inner = [](int m) { return m; }; return inner(n) + numbers[0]; };
    std::thread thread([&] { numbers.push_back(count); });
    thread.join();
    space::Held copy = held;
    Policy<int> policy;
    Policy<char> changed = policy;
    Listener listener;
    policy.put(policy.run<Plus>(policy, 1, &listener));
    std::string text = "abc", upper = text;
    struct Passed { int n; } passed{1};
    count += policy.passed(passed).n + (policy.member(1) != nullptr) + Derived(1).size + compare(count) + call_packed(1, 2) +
             int(in_vectors(count));
    count += (policy.chosen(policy.same(1)) == nullptr) + bool(changed) + space::also_of_c(1) + call_copy([text] { return int(text.size()); });
    std::for_each(upper.begin(), upper.end(), [](char c) { (void)c; });
    struct { std::string text; int size() { return int(text.size()); } } unnamed;
    narrow(unnamed.size());
    space::Box<int> box(1);
    space::Box<double> other(2.0);
    return f(1) + f(1.0) + box.get() + int(other.get()) + (box < box) + (box > box) + space::hidden(1) + space::twice(1) +
           int(space::twice(2.0)) + local.go(1) + outer(1) + foreign(1) + int(copy.numbers.size()) + Members().n + from_lambda + 2_km < 0;
}
C
printf 'namespace other { int helper(int n) { return n; } }\nint foreign(int n) { return other::helper(n); }\n' >foreign.cc
for compiler in $(test_compilers c++); do
    for level in "-O0 -std=c++17" "-O2 -std=c++17" "-O0 -std=c++20"; do
        instr-cc "$compiler" $level -fopenmp-simd -ffast-math -isystem system -c ours.cc
        "$compiler" -O2 -c foreign.cc
        "$compiler" -pthread -ffast-math -o program ours.o foreign.o
        instr-report coverage --csv program | awk -F, '/not-instrumented/ && !/,(library|implicit|system-header),/' >rest
        [ "$(sed 's/,.*//' rest | sort | tr '\n' ' ')" = 'foreign other::helper ' ] ||
            fail "$compiler $level: without a record are $(cat rest)"
    done
done
# What the compiler's own libraries bring is not the program's, nor what it makes for the whole program.
[ "${TEST_COMPILERS:-gcc}" = gcc ] || exit 0
for flags in "-static-libgcc -static-libstdc++" -flto; do
    instr-cc g++ -O1 -std=c++20 -isystem system $flags -o program ours.cc foreign.cc
    instr-report coverage program >rest
    grep -q '(100.0%)' rest || fail "$flags: $(grep -v ' 100.0%' rest)"
done
