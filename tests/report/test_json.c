/* test_json.c - what is JSON is read and written again as it was, and what is none is refused. */
#include "report/mcp/json.h"

#include <stdlib.h>
#include <string.h>

static unsigned failed;

/* `wanted` null: it is to be refused. */
static void check(const char *text, const char *wanted)
{
    struct arena arena = {0};
    char got[1024] = "";
    FILE *stream = fmemopen(got, sizeof got, "w");
    const struct json *value = json_read(text, &arena);
    if (!stream)
        exit(EXIT_FAILURE);
    if (value)
        json_write(stream, value);
    fclose(stream);
    if (!value != !wanted || (wanted && strcmp(wanted, got) != 0)) {
        printf("FAILED: %s gives %s\n", text, value ? got : "nothing");
        failed++;
    }
    arena_free(&arena);
}

static void same(const char *text)
{
    check(text, text);
}

static void nested(size_t depth, bool good)
{
    char text[2 * JSON_DEPTH + 8] = "";
    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    check(text, good ? text : NULL);
}

int main(void)
{
    same("null");
    same("[]");
    same("{\"a\":[1,-0.5,1e9,true,false,null,\"\"],\"b\":{}}");
    same("\"\xc3\xa9 \xf0\x9f\x98\x80\"");
    check(" { \"a\" : [ 1 , 2 ] } \r\n", "{\"a\":[1,2]}");
    check("\"\\u00e9\\ud83d\\ude00\\/\"", "\"\xc3\xa9\xf0\x9f\x98\x80/\"");
    check("\"\\ud83d\"", "\"\\ufffd\"");
    check("\"\\\"\\\\\\n\"", "\"\\\"\\\\\\u000a\"");
    nested(JSON_DEPTH, true);
    nested(JSON_DEPTH + 1, false);
    static const char *const bad[] = {
        "",       "{",     "[1,]",      "{\"a\"}", "{\"a\":}",
        "{a:1}",  "[1 2]", "\"a",       "\"\\",    "\"\\x\"",
        "01",     "1.",    "-",         "1e",      "+1",
        "nul",    "nullx", "\"\\u12\"", "'a'",     "\"\\u0000\"",
        "\"\n\"", "[}",    "{\"a\":1]", "1 2",     "\"\\ud83d\\u\"",
        ",",      "{,}",   "]",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check(bad[i], NULL);
    return failed != 0;
}
