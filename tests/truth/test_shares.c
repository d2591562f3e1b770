/* test_shares.c - lists of shares: what is read into them, and what part of the time two of them place differently. */
#include "tests/bench/truth/shares.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define UNIT_END end
#include "tests/common/unit.h"

static struct arena arena;

static int end(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

/* "NAME FILE AMOUNT" in turn; a file of - is not known. */
static struct shares make(const char *text)
{
    struct shares shares = {.arena = &arena};
    char name[32], file[32];
    double amount;
    int used;
    for (; sscanf(text, "%31s %31s %lf%n", name, file, &amount, &used) == 3; text += used)
        assert_true(shares_add(&shares, name, strcmp(file, "-") != 0 ? file : "", amount));
    shares_sort(&shares);
    return shares;
}

/* As reports, debuggers and gprof call the same function. */
TEST(names)
{
    static const struct {
        const char *name, *bare;
    } cases[] = {{"main", "main"},
                 {"World::Step", "Step"},
                 {"World::Step(float, std::pair<int, int>)", "Step"},
                 {"(anonymous namespace)::hidden(int)", "hidden"},
                 {"a::b<c::d, (e)1>::f<g>", "f"},
                 {"vec<int>", "vec"},
                 {"~World", "~World"},
                 {"World::~World()", "~World"},
                 {"operator+(Vec2 const&, Vec2 const&)", "operator+"},
                 {"Vec2::operator()(int)", "operator()"},
                 {"operator<<(int)", "operator<<"},
                 {"operators", "operators"},
                 {"main (threads)", "main (threads)"},
                 {"(in their callers)", "(in their callers)"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct shares shares = {.arena = &arena};
        assert_true(shares_add(&shares, cases[i].name, "", 1));
        assert_string_equal(shares.list[0].name, cases[i].bare);
    }
}

TEST(misplaced)
{
    static const struct {
        const char *a, *b;
        double misplaced;
    } cases[] = {
        {"f a.c 1", "f a.c 1", 0},
        {"f a.c 1", "g a.c 1", 1},
        {"f a.c 1", "", 1},
        {"", "", 1},
        {"f a.c 30 g a.c 70", "f a.c 1 g a.c 1", 0.2},
        {"f a.c 3 g a.c 7", "g a.c 70 f a.c 30", 0},
        {"f a.c 5 g a.c 3 h a.c 2", "f a.c 2 g a.c 3 k a.c 5", 0.5},
        {"f a.c 1 f a.c 1 g a.c 2", "f a.c 1 g a.c 1", 0},
        /* static functions of one name */
        {"f a.c 1 f b.c 3", "f a.c 3 f b.c 1", 0.5},
        {"f dir/a.c 1 f b.c 3", "f a.c 1 f ../b.c 3", 0},
        {"f a.c 1 f b.c 3", "f a.c 4", 0.75},
        /* which is which can't be told */
        {"f a.c 1 f b.c 3", "f - 4", 0},
        {"f - 1 g - 3", "f a.c 1 g b.c 1", 0.25},
        /* one of the name on either side is the same one, wherever it is said to be */
        {"f a.c 1 g a.c 1", "f a.h 1 g a.c 1", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct shares a = make(cases[i].a), b = make(cases[i].b);
        double there = shares_misplaced(&a, &b), back = shares_misplaced(&b, &a);
        if (fabs(there - cases[i].misplaced) > 1e-9 || fabs(back - cases[i].misplaced) > 1e-9)
            fail_msg("\"%s\" against \"%s\": %g, and %g back; should be %g", cases[i].a, cases[i].b, there, back,
                     cases[i].misplaced);
    }
}

TEST(amounts)
{
    struct shares shares = make("f a.c 1 f b.c 3 g a.c 5");
    assert_true(fabs(shares_sum(&shares) - 9) < 1e-9);
    assert_true(fabs(shares_amount(&shares, &(struct share){"f", "b.c", 0}) - 3) < 1e-9);
    assert_true(fabs(shares_amount(&shares, &(struct share){"f", "", 0}) - 4) < 1e-9);
    assert_true(fabs(shares_amount(&shares, &(struct share){"g", "other.h", 0}) - 5) < 1e-9);
    assert_true(fabs(shares_amount(&shares, &(struct share){"h", "a.c", 0})) < 1e-9);
}

TEST(reads_flat)
{
    char text[] = "name,file,line,kind,calls,timed_calls,inclusive_s,exclusive_s,ranks\n"
                  "f,src/a.c,3,function,10,10,2.0,1.5,1\n"
                  "\"region, with \"\"quotes\"\"\",\"a,b.c\",5,region,7,7,0.5,0.25,1\n"
                  "idle,a.c,9,function,4,4,0,0,1\n";
    char again[sizeof text], nothing[] = "no profile here\n";
    struct shares own = {.arena = &arena}, calls = {.arena = &arena}, none = {.arena = &arena};
    memcpy(again, text, sizeof text);
    assert_true(shares_read_flat(&own, text, "exclusive_s"));
    assert_int_equal(own.count, 2);
    assert_string_equal(own.list[0].name, "f");
    assert_string_equal(own.list[0].file, "a.c");
    assert_string_equal(own.list[1].name, "region, with \"quotes\"");
    assert_string_equal(own.list[1].file, "a,b.c");
    assert_true(fabs(shares_sum(&own) - 1.75) < 1e-9);
    assert_true(shares_read_flat(&calls, again, "calls"));
    assert_true(fabs(shares_sum(&calls) - 21) < 1e-9);
    assert_false(shares_read_flat(&none, nothing, "calls"));
}

TEST(reads_gprof)
{
    char text[] = "Flat profile:\n\nEach sample counts as 0.01 seconds.\n"
                  "  %   cumulative   self              self     total           \n"
                  " time   seconds   seconds    calls  ns/call  ns/call  name    \n"
                  " 60.00      0.30     0.30  5158270    58.16    58.16  luaV_execute\n"
                  " 20.00      0.40     0.10                             sweep.part.0\n"
                  " 20.00      0.50     0.10      100     1.00     1.00  sweep\n"
                  "  0.00      0.50     0.00        3     0.00     0.00  idle\n";
    char nothing[] = "gmon.out: file is not in gmon.out format\n";
    struct shares shares = {.arena = &arena}, none = {.arena = &arena};
    assert_true(shares_read_gprof(&shares, text));
    assert_int_equal(shares.count, 2);
    assert_true(fabs(shares_amount(&shares, &(struct share){"sweep", "", 0}) - 0.2) < 1e-9);
    assert_true(fabs(shares_sum(&shares) - 0.5) < 1e-9);
    assert_false(shares_read_gprof(&none, nothing));
}

TEST(reads_overhead)
{
    assert_true(fabs(shares_read_overhead("f 1 s\noverhead: the probes took about 27.01 ms, 1.2% of the time\n") -
                     0.02701) < 1e-9);
    assert_true(fabs(shares_read_overhead("overhead: the probes took about 1.086 s, 36.5%") - 1.086) < 1e-9);
    assert_true(shares_read_overhead("coverage: 19 of 19 functions\n") < 0);
    assert_true(shares_read_overhead("overhead: not known here\n1.5 s\n") < 0);
}
