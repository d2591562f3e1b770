/* test_shown.c - how short names of functions in C++ are shown. */
#include "report/read/short_cxx_names.h"
#include "tests/common/unit.h"

enum { MOST = 8 };

TEST(test_names)
{
    static const struct {
        const char *recorded, *shown;
    } programs[][MOST] = {
        {{"main", "main"}, {"ns::A::get(int) const", "ns::A::get"}, {"operator<(A, A)", "operator<"}},
        {{"f(int)", "f(int)"}, {"f(double)", "f(double)"}, {"g(double)", "g"}},
        {{"f(int)", "f(int)"}, {"f", "f"}},
        {{"A::get()", "A::get()"}, {"A::get() const", "A::get() const"}},
        {{"f(int)", "f"}, {"f(int)", "f"}}, /* of two files */
        {{"write(Grid &, Parameters &, double, const Name &)", "write(Grid &, ...)"},
         {"write(Creator &, Parameters &, double, const Name &) const", "write(Creator &, ...) const"}},
        {{"write(Grid &, Parameters &, double, const Name &)", "write(Grid &, Parameters &, ...)"},
         {"write(Grid &, Name &, double, const Parameters &)", "write(Grid &, Name &, ...)"},
         {"write(int)", "write(int)"}},
        {{"basic_json<ObjectType, ArrayType, StringType>::size()", "basic_json<...>::size"},
         {"Box<T, N>::size()", "Box<T, N>::size"}},
        {{"Box<A_long_type, and_a_longer>::size()", "Box<A_long_type, and_a_longer>::size()"},
         {"Box<A_long_type, and_another>::size()", "Box<A_long_type, and_another>::size()"}},
        {{"put(std::map<std::string, std::vector<int>> &)", "put(std::map<...> &)"}, {"put(int)", "put(int)"}},
        {{"each(void (*)(int, int), int)", "each(void (*)(int, int), int)"}, {"each(int)", "each(int)"}},
        {{"volume(const Real *, const Real *, const Real *)", "volume(const Real *, ...)"},
         {"volume(Real, Real, Real, Real, Real, Real, Real, Real, Real, Real, Real, Real, Real, Real, Real, Real, "
          "Real)",
          "volume(Real, ...)"}},
        {{"A::operator()(int)", "A::operator()(int)"}, {"A::operator()()", "A::operator()()"}},
        {{"broken(", "broken("}, {"broken(int,", "broken(int,"}, {"broken(a<", "broken(a<"}, {"broken(,)", "broken()"}},
        {{"main::lambda at a.cpp:12", "main::lambda at a.cpp:12"}, {"(other paths)", "(other paths)"}},
    };
    for (size_t p = 0; p < sizeof programs / sizeof *programs; p++) {
        struct profile_region regions[MOST];
        struct profile profile = {.regions = regions};
        struct arena arena = {0};
        for (; profile.region_count < MOST && programs[p][profile.region_count].recorded; profile.region_count++)
            regions[profile.region_count] = (struct profile_region){
                .name = programs[p][profile.region_count].recorded, .file = "", .kind = REGION_FUNCTION};
        short_cxx_names(&profile, &arena);
        for (uint32_t i = 0; i < profile.region_count; i++) {
            assert_string_equal(regions[i].name, programs[p][i].shown);
            assert_string_equal(region_recorded(&regions[i]), programs[p][i].recorded);
        }
        arena_free(&arena);
    }
}
