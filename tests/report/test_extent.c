/* test_extent.c - where functions end, with all that looks like a brace and is none. */
#include "report/suite/extent.h"

#include <stdio.h>

static unsigned failed;

/* `wanted` 0: nobody can tell. */
static void check(const char *what, const char *text, bool made, uint32_t wanted)
{
    struct arena arena = {0};
    struct extent_text lines;
    extent_text_make(&lines, text, &arena);
    struct extent extent = extent_of(&lines, 1, lines.count + 1, made);
    uint32_t got = extent.known ? extent.last : 0;
    if (got != wanted) {
        printf("FAILED: %s: %u, not %u\n", what, got, wanted);
        failed++;
    }
    arena_free(&arena);
}

int main(void)
{
    check("a body", "int f(void)\n{\n    return 0;\n}\nint g;\n", false, 4);
    check("a line", "int f(void) { return 0; }\nint g;\n", false, 1);
    check("blocks", "int f(int x)\n{\n    if (x) {\n    }\n    return 0;\n}\n", false, 6);
    check("texts", "int f(void)\n{\n    puts(\"}\\\"}\");\n    return '}' + '\\'';\n}\n", false, 5);
    check("comments", "int f(void)\n{ /* } */\n    // } it's\n    /* }\n } */\n}\n", false, 6);
    check("declarations behind the head", "int f(a)\n    int a;\n{\n    return a;\n}\nint g;\n", false, 5);
    check("directives", "int f(void)\n{\n#define CLOSE }\n#define LONG { \\\n    {\n#error it's one\n}\n", false, 7);
    check("two beginnings", "int f(void)\n{\n#if A\n    if (a) {\n#else\n    if (b) {\n#endif\n    }\n}\nint g;\n",
          false, 0);
    check("no end", "int f(void)\n{\n", false, 0);
    check("the use of a macro", "GETTER(\n    size,\n    {1})\nint g;\n", true, 3);
    check("a macro's definition", "#define GETTER(x) \\\n    int x(void) \\\n    { return 0; }\nint g;\n", false, 3);
    check("a line that is not there", "", false, 0);
    return failed != 0;
}
