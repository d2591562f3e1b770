/*
 * The turns of loops in C++, also where the function is inline or a template.
 *
 * flags: -std=c++17 -w -DTIMER_LEVEL=2
 * calls: ranges: turns of loop at 24 3
 * calls: ranges: turns of loop at 26 2
 * calls: ranges: turns of loop at 28 6
 * calls: thrown: turns of loop at 43 3
 * calls: templated<T>: turns of loop at 52 5
 * calls: Class::method: turns of loop at 58 5
 * calls: folded: turns of loop at 65 6
 * calls: outer: turns of loop at 71 2
 * calls: in_line: turns of loop at 75 3
 */
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

static int ranges(int n)
{
    int sum = 0;
    for (const auto &each : std::vector<int>{1, 2, 3})
        sum += each;
    for (auto &[key, value] : std::map<int, int>{{1, 2}, {3, 4}})
        sum += key * value;
    while (int left = n - sum % 2 - 1)
        if (n--, left < 0)
            break;
    auto twice = [&](int k) {
        for (std::string text; text.size() < 3; text += "x")
            k++;
        return k;
    };
    return twice(sum);
}

static int thrown(int n)
{
    int sum = 0;
    try {
        for (int i = 0; i < n; i++) {
            struct guard { int &sum; ~guard() { sum++; } } guard{sum};
            if (i == 2)
                throw std::runtime_error("out");
        }
    } catch (const std::exception &) { sum += 10; }
    return sum;
}

template <class T> static T templated(T n) { T sum{}; for (T i = 0; i < n; i++) sum += i; return sum; }

struct Class { int method(int n); };
int Class::method(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}
static constexpr int folded(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) sum += i;
    return sum;
}
static int outer(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += templated(i + 2L);
    return sum;
}
inline int in_line(int n) { int sum = 0; while (n--) sum += n; return sum; }
int main()
{
    static_assert(folded(4) == 6);
    volatile int six = 6;
    std::printf("%d %d %d %d %d\n", ranges(7), thrown(5), Class{}.method(5), folded(six), outer(2) + in_line(3));
    return 0;
}
