/* test_needed.c - a tool without memory ends, and says so. */
#include "common/needed.h"

#include "common/arena.h"
#include "common/error.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/common/unit.h"

static void take_all(void)
{
    needed_room(NULL, SIZE_MAX / 4);
}

static void take_arena(void)
{
    struct arena arena = {0};
    needed_begin("instr-test");
    arena_alloc(&arena, SIZE_MAX / 4);
}

/* What it says before it ends. */
static void assert_ends(void (*take)(void), const char *says)
{
    char said[80] = "";
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (!child) {
        dup2(ends[1], STDERR_FILENO);
        take();
        _exit(0);
    }
    close(ends[1]);
    assert_true(read(ends[0], said, sizeof said - 1) > 0);
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == ERROR_INTERNAL);
    assert_string_equal(said, says);
}

TEST(test_none)
{
    assert_ends(take_all, "instr: out of memory\n");
    assert_ends(take_arena, "instr-test: out of memory\n");
}

TEST(test_some)
{
    char *bytes = needed_zeros(0, 0);
    bytes = needed_room(bytes, 10);
    memset(bytes, 7, 10);
    bytes = needed_room(bytes, 1000);
    assert_int_equal(bytes[9], 7);
    free(bytes);
    free(needed_zeros(0, 0));
}

/* Memory that an arena had before has zeros again, and most of it comes back. */
TEST(test_again)
{
    enum { TIMES = 200, LARGE = 300000 };
    const void *first = NULL;
    unsigned same = 0;
    needed_begin("instr-test");
    needed_keep();
    for (unsigned i = 0; i < TIMES; i++) {
        struct arena arena = {0};
        char *small = arena_alloc(&arena, 1000), *large = arena_alloc(&arena, LARGE);
        assert_false(small[0] || small[999] || large[0] || large[LARGE - 1]);
        memset(small, 7, 1000);
        memset(large, 7, LARGE);
        first = first ? first : large;
        same += large == first;
        arena_free(&arena);
    }
    assert_int_equal(same, TIMES);
}

TEST(test_stream)
{
    char *text;
    size_t size;
    FILE *stream = needed_stream(&text, &size);
    fputs("text", stream);
    needed_stream_end(stream);
    assert_int_equal(size, 4);
    assert_string_equal(text, "text");
    free(text);
}
