#!/bin/sh
# binary_cxx.sh BIN - a program of C++ against its records: names that the linker has mangled, templates, what compilers make.
set -eu
bin=$1
command -v g++ >/dev/null || exit 77
cat >ours.cc <<'C'
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
int main(int count, char **)
{
    struct Local { int go(int n) { return n; } } local;
    std::vector<int> numbers{3, 1, 2};
    std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a > b; });
    auto outer = [&](int n) { auto inner = [](int m) { return m; }; return inner(n) + numbers[0]; };
    std::thread thread([&] { numbers.push_back(count); });
    thread.join();
    space::Held copy = held;
    space::Box<int> box(1);
    space::Box<double> other(2.0);
    return f(1) + f(1.0) + box.get() + int(other.get()) + (box < box) + space::hidden(1) + space::twice(1) +
           int(space::twice(2.0)) + local.go(1) + outer(1) + foreign(1) + int(copy.numbers.size()) < 0;
}
C
printf 'namespace other { int helper(int n) { return n; } }\nint foreign(int n) { return other::helper(n); }\n' >foreign.cc
failed=0
for compiler in g++ clang++; do
    command -v "$compiler" >/dev/null || continue
    for level in -O0 -O2; do
        "$bin/instr-cc" "$compiler" "$level" -std=c++17 -c ours.cc
        "$compiler" "$level" -c foreign.cc
        "$compiler" -pthread -o program ours.o foreign.o
        "$bin/instr-report" coverage --csv program | awk -F, '/not-instrumented/ && !/,(library|implicit),/' >rest
        [ "$(sed 's/,.*//' rest | sort | tr '\n' ' ')" = 'foreign(int) other::helper(int) ' ] && continue
        echo "FAILED: $compiler $level: without a record are"
        cat rest
        failed=1
    done
done
exit $failed
