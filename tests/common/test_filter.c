/* test_filter.c - filter files: what they exclude, and what is said about those that are none. */
#include "common/filter.h"

#include <string.h>

#include "tests/common/unit.h"

#define REGIONS(rules) "SCOREP_REGION_NAMES_BEGIN " rules " SCOREP_REGION_NAMES_END\n"
#define FILES(rules) "SCOREP_FILE_NAMES_BEGIN " rules " SCOREP_FILE_NAMES_END\n"

TEST(excludes)
{
    static const struct {
        const char *text, *region, *file;
        bool excluded;
    } cases[] = {
        {"", "f", "a.c", false},
        {"# nothing but a comment", "f", "a.c", false},
        {REGIONS("EXCLUDE f"), "f", "a.c", true},
        {REGIONS("EXCLUDE f"), "ff", "a.c", false},
        {REGIONS("EXCLUDE f*"), "ff", "a.c", true},
        {REGIONS("EXCLUDE f? g"), "fo", "a.c", true},
        {REGIONS("EXCLUDE f? g"), "g", "a.c", true},
        {REGIONS("EXCLUDE [a-c]x"), "bx", "a.c", true},
        {REGIONS("EXCLUDE * INCLUDE main"), "main", "a.c", false},
        {REGIONS("INCLUDE main EXCLUDE *"), "main", "a.c", true}, /* the last match counts */
        {REGIONS("EXCLUDE *") REGIONS("INCLUDE main"), "main", "a.c", false},
        {REGIONS("EXCLUDE MANGLED _Z*"), "_Z1f", "a.c", true},
        {REGIONS("EXCLUDE # f\n g"), "f", "a.c", false},
        {REGIONS("EXCLUDE a\\#b"), "a#b", "a.c", true},
        {REGIONS("EXCLUDE a\\*"), "ab", "a.c", false},
        {REGIONS("EXCLUDE"), "f", "a.c", false},
        {FILES("EXCLUDE */gen/*"), "f", "src/gen/a.c", true}, /* a star goes over slashes */
        {FILES("EXCLUDE */gen/*"), "f", "src/a.c", false},
        {FILES("EXCLUDE *") REGIONS("INCLUDE f"), "f", "a.c", true},
        {FILES("EXCLUDE * INCLUDE a.c") REGIONS("EXCLUDE f"), "f", "a.c", true},
        {FILES("EXCLUDE *.h\r\n"), "f", "a.h", true},
        {REGIONS("EXCLUDE *"), NULL, "a.c", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        struct error error = {0};
        struct filter filter;
        if (!filter_parse(&filter, cases[i].text, strlen(cases[i].text), "x", &arena, &error))
            fail_msg("case %zu: %s", i, error.text);
        if (filter_excludes(&filter, cases[i].region, cases[i].file) != cases[i].excluded)
            fail_msg("case %zu: %s", i, cases[i].text);
        arena_free(&arena);
    }
}

TEST(refuses)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"EXCLUDE f", "x:1: EXCLUDE: expected SCOREP_REGION_NAMES_BEGIN or SCOREP_FILE_NAMES_BEGIN"},
        {"\nSCOREP_REGION_NAMES_BEGIN f", "x:2: f: a pattern needs EXCLUDE or INCLUDE before it"},
        {"SCOREP_REGION_NAMES_BEGIN\nEXCLUDE f\n", "x:1: the block that begins here has no SCOREP_REGION_NAMES_END"},
        {"SCOREP_REGION_NAMES_BEGIN\nSCOREP_FILE_NAMES_END",
         "x:2: SCOREP_FILE_NAMES_END inside a block: SCOREP_REGION_NAMES_END is missing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        struct error error = {0};
        struct filter filter;
        assert_false(filter_parse(&filter, cases[i].text, strlen(cases[i].text), "x", &arena, &error));
        assert_int_equal(error.code, ERROR_USAGE);
        assert_string_equal(error.text, cases[i].message);
        arena_free(&arena);
    }
}

TEST(reads_files)
{
    struct arena arena = {0};
    struct error error = {0};
    struct filter filter;
    assert_false(filter_read(&filter, "/nonexistent/filter", &arena, &error));
    assert_int_equal(error.code, ERROR_USAGE);
    error = (struct error){0};
    assert_false(filter_read(&filter, "/", &arena, &error));
    arena_free(&arena);
}
