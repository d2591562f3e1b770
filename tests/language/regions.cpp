/*
 * Regions inside functions of C++, at the finest level and by pragmas and macros.
 *
 * flags: -std=c++17 -DTIMER_LEVEL=3
 * calls: loops 1
 * calls: stretch 2
 * calls: around a declaration 1
 * calls: turns 4
 * calls: by a macro 1
 * calls: in a template 2
 * calls: Class::method: loop at 57 2
 * calls: Class::method: if at 58 3
 * calls: Class::method: else at 61 3
 * calls: Class::method: loop at 68 2
 * calls: Class::method: if at 75 2
 * calls: in a lambda 4
 * calls: at_compile_time 1
 * calls: at_compile_time: loop at 106 1
 */
#include "../../include/instr.h"

#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

template <class T> static T templated(const std::vector<T> &values)
{
    T sum{};
#pragma instr begin("in a template")
    for (const T &each : values)
        sum += each;
#pragma instr end("in a template")
    return sum;
}

static int loops(int n)
{
    int sum = 0;
#pragma instr iterate("turns")
    for (int i = 0; i < n; i++)
        sum += i;
    INSTR_REGION("by a macro")
    {
        sum++;
        sum++;
    }
    return sum;
}

struct Class {
    std::vector<int> values;
    int method(int n)
    {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (i % 2) {
                sum += i;
                sum++;
            } else {
                values.push_back(i);
                sum += values.back();
            }
        }
        std::map<int, std::string> names{{1, "a"}, {2, "b"}};
        try {
            for (const auto &[key, name] : names)
                sum += key + int(name.size());
            if (n > 2)
                throw std::runtime_error("thrown");
        } catch (const std::exception &error) {
            sum += error.what()[0];
        }
        if constexpr (sizeof(int) >= 2) {
            if (auto found = names.find(1); found != names.end()) {
                sum += found->first;
                sum++;
            }
        }
        return sum;
    }
};

static int stretches(int n)
{
#pragma instr begin("stretch")
    n++;
    n += n < 0 ? -1 : 2;
#pragma instr end("stretch")
    return n;
}

static int declares(int n)
{
#pragma instr begin("around a declaration")
    std::vector<int> values{n, n + 1};
    std::map<int, int>::size_type size = values.size();
#pragma instr end("around a declaration")
    return values[1] + int(size);
}

constexpr int at_compile_time(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}
static_assert(at_compile_time(4) == 6, "its regions do nothing in the compiler");

int main()
{
    Class object;
    auto lambda = [](int n) {
#pragma instr region("in a lambda")
        {
            n++;
            n++;
        }
        return n;
    };
    int sum = lambda(1) + lambda(2) + lambda(3) + loops(4) + object.method(2) + object.method(4) + stretches(1) +
              stretches(2) + declares(3) + templated(std::vector<int>{1, 2}) +
              int(templated(std::vector<double>{1.5, 2.5})) + at_compile_time(lambda(0));
    std::printf("%d\n", sum);
}
