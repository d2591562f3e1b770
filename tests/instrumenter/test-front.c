/*
 * test-front.c - a language needs a front and nothing else: functions of one that nobody has, `fn NAME { ... }`, get their
 * probes and records.
 */
#include "instrumenter/edit/unit_edit.h"
#include "instrumenter/front/front.h"
#include "instrumenter/front/reading.h"
#include "instrumenter/unit/unit_scan.h"

#include <string.h>

#include "tests/common/unit.h"

static bool read_toy(struct reading *reading, struct error *error)
{
    const struct unit *unit = reading->unit;
    struct scan scan;
    (void)error;
    scan_init(&scan, unit->text, unit->size, 0);
    scan.blank = reading->blank;
    for (struct token token; (token = scan_next(&scan)).kind != TOKEN_END;) {
        if (!scan_is(&scan, token, "fn"))
            continue;
        struct token name = scan_next(&scan);
        assert_true(scan_is_mark(scan_next(&scan), '{'));
        struct unit_function function = {.name = arena_copy(reading->arena, unit->text + name.at, name.size),
                                         .name_at = name.at,
                                         .head = token.at,
                                         .open = scan.at,
                                         .at_top = true};
        assert_true(scan_close(&scan));
        function.close = scan.at - 1;
        reading_add(reading, function);
    }
    return true;
}

static void read_no_body(struct body *body, const struct unit *unit, const struct unit_function *function,
                         const struct pragma_list *pragmas, struct arena *arena)
{
    (void)unit, (void)function, (void)pragmas, (void)arena;
    *body = (struct body){0};
}

static void find_none_small(struct reading *reading, const struct pragma_list *pragmas)
{
    (void)reading, (void)pragmas;
}

static const struct front toy = {read_toy, read_no_body, find_none_small};

static const char text[] = "# 1 \"a.toy\"\n"
                           "fn first { one }\n"
                           "# 1 \"/usr/include/b.toy\" 1 3\n"
                           "fn second { two }\n"
                           "# 3 \"a.toy\" 2\n"
                           "#pragma instr skip\n"
                           "fn third { three }\n";

static void parse(struct unit *unit, const struct unit_options *options, struct arena *arena)
{
    struct error error = {0};
    assert_true(front_parse(&toy, text, sizeof text - 1, options, unit, arena, &error));
    assert_int_equal(unit->function_count, 3);
}

/* Places, and the reasons that pragmas and options have. */
TEST(test_unit)
{
    struct arena arena = {0};
    struct unit unit;
    parse(&unit, &(struct unit_options){.name = "a.toy", .level = 1}, &arena);
    assert_string_equal(unit.functions[2].file, "a.toy");
    assert_int_equal(unit.functions[2].line, 4);
    assert_int_equal(unit.functions[0].reason, REASON_NONE);
    assert_int_equal(unit.functions[2].reason, REASON_SKIP);
    parse(&unit, &(struct unit_options){.name = "a.toy", .level = 0}, &arena);
    assert_int_equal(unit.functions[0].reason, REASON_LEVEL);
    arena_free(&arena);
}

/* A descriptor at the top, and a probe behind the brace. */
TEST(test_edit)
{
    struct unit_options options = {.name = "a.toy", .level = 1};
    struct arena arena = {0};
    struct unit unit;
    size_t size;
    parse(&unit, &options, &arena);
    const char *edited = unit_edit(&unit, &options, UNIT_EDIT_FULL, &size, &arena);
    const char *record = strstr(edited, "\"first\",\"a.toy\""), *function = strstr(edited, "fn first {");
    assert_true(record && function && record < function);
    assert_int_equal(strncmp(function + strlen("fn first {"), "struct __instr_frame*", 21), 0);
    assert_non_null(strstr(edited, "fn third { three }"));
    arena_free(&arena);
}
