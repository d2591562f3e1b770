/*
 * unit.h - what makes a program of unit tests out of a file that includes it: TEST(name) { ... } is a test, TEST_AFTER(name, set_up) one
 * behind a function of its own. They run in the order in which they stand. UNIT_START and UNIT_END, where they are defined before
 * this is included, name functions to begin and end all with.
 */
#ifndef TESTS_COMMON_UNIT_H
#define TESTS_COMMON_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct CMUnitTest unit_tests[100];
static size_t unit_count;

#define TEST(name) TEST_AFTER(name, NULL)
#define TEST_AFTER(name, set_up)                                                                                       \
    static void name(void **);                                                                                         \
    __attribute__((constructor(1000 + __LINE__))) static void name##_is_a_test(void)                                   \
    {                                                                                                                  \
        unit_tests[unit_count++] = (struct CMUnitTest)cmocka_unit_test_setup(name, set_up);                            \
    }                                                                                                                  \
    static void name(void **unit_state __attribute__((unused)))

#ifdef UNIT_START
static int UNIT_START(void **);
#else
#define UNIT_START NULL
#endif
#ifdef UNIT_END
static int UNIT_END(void **);
#else
#define UNIT_END NULL
#endif

int main(void) /* NOLINT(misc-definitions-in-headers): of one file a program */
{
    return _cmocka_run_group_tests("tests", unit_tests, unit_count, UNIT_START, UNIT_END);
}

#endif
