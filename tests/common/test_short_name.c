/* test_short_name.c - what is left of a name without parameters and arguments of templates. */
#include "common/short_name.h"
#include "tests/common/unit.h"

TEST(test_names)
{
    static const char *const cases[][2] = {
        {"f(int)", "f"},
        {"ns::Box<T, N>::first", "ns::Box::first"},
        {"ns::sort<std::less<T>>(T *, int) const", "ns::sort"},
        {"A::operator()(int)", "A::operator()"},
        {"A::operator< <T>(int)", "A::operator<"},
        {"operator<< <T>(std::ostream &, const T &)", "operator<<"},
        {"A::operator->(int)", "A::operator->"},
        {"A::operator[](int) const", "A::operator[]"},
        {"A::operator->*(int)", "A::operator->*"},
        {"A::operator-=<T>(T)", "A::operator-="},
        {"Box<(N > 1), T>::get(int)", "Box::get"},
        {"co_operator<T>(int)", "co_operator"},
        {"A::operator int", ""},
        {"main", ""},
        {"(process)", ""},
        {"main::lambda at a.cpp:12", ""},
    };
    char out[64];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool shorter = short_name(out, sizeof out, cases[i][0]);
        assert_string_equal(shorter ? out : "", cases[i][1]);
    }
    assert_false(short_name(out, 4, "a_long_name(int)"));
}
