/* The table of options, and response files by gcc's rules. */
#include "instrumenter/plan/options.h"
#include "instrumenter/plan/response.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/common/unit.h"

TEST(test_sorted)
{
    assert_true(option_table_sorted());
}

TEST(test_find)
{
    static const struct {
        const char *word, *name, *joined;
    } ROWS[] = {
        {"-o", "-o", NULL},
        {"-ofile", "-o", "file"},
        {"-Idir", "-I", "dir"},
        {"-I-", "-I-", NULL},
        {"-MD", "-MD", NULL},
        {"-MFx.d", "-MF", "x.d"},
        {"-Wl,-z,now", "-Wl,", "-z,now"},
        {"-include", "-include", NULL},
        {"-includex.h", "-include", "x.h"},
        {"-static", "-static", NULL},
        {"-static-libgcc", "-static-lib", "gcc"},
        {"-Werror=x", "-Werror", "=x"},
        {"-emit-llvm", "-emit-llvm", NULL},
        {"-dumpbase", "-dumpbase", NULL},
        {"-dM", "-d", "M"},
        {"-imultilib", "-imultilib", NULL},
        {"-Ttext", "-Ttext", NULL},
        {"-Tfile", "-T", "file"},
        {"-xc", "-x", "c"},
        {"-Wp,-MD,x", "-Wp,", "-MD,x"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const struct option *option = option_find(ROWS[i].word);
        assert_non_null(option);
        assert_string_equal(option->name, ROWS[i].name);
        const char *joined = option_joined(option, ROWS[i].word);
        assert_int_equal(!joined, !ROWS[i].joined);
        if (joined)
            assert_string_equal(joined, ROWS[i].joined);
    }
    static const char *const UNKNOWN[] = {"-", "", "-O2", "-Wall", "-fPIC", "-std=c99", "-m64", "-MDx", "-cx", "-Ex"};
    for (size_t i = 0; i < sizeof UNKNOWN / sizeof *UNKNOWN; i++)
        assert_null(option_find(UNKNOWN[i]));
}

/* Writes `text` to a file and checks the words that @file stands for. */
static void check_response(const char *text, size_t count, const char *const *expected)
{
    char path[] = "/tmp/instr-options-XXXXXX", word[64];
    struct arena arena = {0};
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    snprintf(word, sizeof word, "@%s", path);
    char *argv[] = {(char *)"first", word, (char *)"last", NULL};
    struct words out = words_new(&arena);
    assert_true(response_expand(argv, 3, &out));
    unlink(path);
    assert_int_equal(out.count, count + 2);
    assert_string_equal(out.items[0], "first");
    for (size_t i = 0; i < count; i++)
        assert_string_equal(out.items[1 + i], expected[i]);
    assert_string_equal(out.items[count + 1], "last");
    assert_null(out.items[out.count]);
    arena_free(&arena);
}

TEST(test_response)
{
    check_response("", 0, NULL);
    check_response(" \t\n\v\f\r", 0, NULL);
    check_response("a b\nc", 3, (const char *const[]){"a", "b", "c"});
    check_response("'a b' \"c 'd'\" e\\ f", 3, (const char *const[]){"a b", "c 'd'", "e f"});
    check_response("'' \"\" x", 3, (const char *const[]){"", "", "x"});
    check_response("a'b'\"c\"d \"\\\"q\\\\\" '\\''", 3, (const char *const[]){"abcd", "\"q\\", "'"});
    check_response("'open end", 1, (const char *const[]){"open end"});
    check_response("back\\", 1, (const char *const[]){"back\\"});
    check_response("@/dev/zero x", 1, (const char *const[]){"x"});
    check_response("@/nonexistent/file", 1, (const char *const[]){"@/nonexistent/file"});
}

TEST(test_quote)
{
    static const char *const WORDS[] = {"", "plain", "a b", "'", "\"", "\\", "\n\t", "a\\'b\"c d"};
    struct arena arena = {0};
    char text[256] = "";
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        strcat(text, response_quote(WORDS[i], &arena));
        strcat(text, "\n");
    }
    check_response(text, sizeof WORDS / sizeof *WORDS, WORDS);
    arena_free(&arena);
}

TEST(test_endless)
{
    char path[] = "/tmp/instr-options-XXXXXX", word[64];
    struct arena arena = {0};
    int file = mkstemp(path);
    snprintf(word, sizeof word, "@%s", path);
    assert_int_equal(write(file, word, strlen(word)), strlen(word));
    close(file);
    char *argv[] = {word, NULL};
    struct words out = words_new(&arena);
    assert_false(response_expand(argv, 1, &out));
    unlink(path);
    arena_free(&arena);
}
