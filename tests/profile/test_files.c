/* test_files.c - names of source files: those shown are as many as there are files, and do not tell where a checkout lies. */
#include "common/name.h"
#include "profile/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/common/unit.h"

enum { MOST = 40 };

/* What is shown of `names`, which end with null, after those of one file became one. */
static void show(struct profile_region *regions, const char *const *names, bool unite, struct arena *arena)
{
    uint32_t count = 0;
    for (; names[count]; count++)
        regions[count] = (struct profile_region){.file = names[count]};
    assert_true(!unite || files_unite(regions, count));
    assert_true(files_show(regions, count, arena));
}

TEST(test_table)
{
    static const struct {
        const char *names[6], *shown[6];
    } cases[] = {
        {{"a.c", "src/b.c", "/x/c.h"}, {"a.c", "src/b.c", "/x/c.h"}}, /* older: no folder is known */
        {{"/p//src/a.c", "/p//src/b.c"}, {"src/a.c", "src/b.c"}},
        {{"/p//inc/s.h", "/p/src/sub//../../inc/s.h", "/p/src/../inc/s.h"}, {"inc/s.h", "inc/s.h", "inc/s.h"}},
        {{"/p/a//../inc/s.h", "/p/b/c//../../inc/s.h"}, {"inc/s.h", "inc/s.h"}},
        {{"/p//m.c", "/p/one//util.c", "/p/two//util.c"}, {"m.c", "one/util.c", "two/util.c"}},
        {{"/p//util.c", "/q//util.c"}, {"/p/util.c", "/q/util.c"}}, /* they share no folder */
        {{".//src/a.c", "./src/a.c", "./lib//src/a.c"}, {"src/a.c", "src/a.c", "lib/src/a.c"}},
        {{"/p/a//b/x.c", "/p//b/x.c", "/p/a//../a/b/x.c"}, {"a/b/x.c", "b/x.c", "a/b/x.c"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        struct profile_region regions[6];
        show(regions, cases[i].names, false, &arena);
        for (size_t k = 0; cases[i].names[k]; k++)
            assert_string_equal(regions[k].file, cases[i].shown[k]);
        arena_free(&arena);
    }
}

static const char *pick(unsigned *seed, const char *const *words, unsigned count)
{
    *seed = *seed * 1103515245u + 12345u;
    return words[(*seed >> 16) % count];
}

TEST(test_any)
{
    static const char *const roots[] = {"/p", "/p/q", "/other", "."};
    static const char *const folders[] = {"", "/a", "/a/b", "/b", "/lib"};
    static const char *const ups[] = {"", "", "../", "./", "../../", "a/../"};
    static const char *const files[] = {"x.c", "a/x.c", "b/x.c", "lib/x.h"};
    unsigned seed = 1;
    for (unsigned round = 0; round < 3000; round++) {
        struct arena arena = {0};
        char names[MOST][64];
        const char *listed[MOST + 1] = {0};
        struct profile_region regions[MOST];
        unsigned count = 2 + round % (MOST - 2);
        const char *root = pick(&seed, roots, 4);
        for (unsigned i = 0; i < count; i++) {
            const char *folder = pick(&seed, folders, 5), *up = pick(&seed, ups, 6), *file = pick(&seed, files, 4);
            bool whole = round % 3 == 0 && i % 4 == 0;
            snprintf(names[i], sizeof names[i], "%s%s%s%s%s", root, folder, whole ? "/" : "//", up, file);
            listed[i] = names[i];
        }
        show(regions, listed, round % 2, &arena);
        for (unsigned i = 0; i < count; i++)
            for (unsigned k = 0; k < i; k++) {
                bool same = !strcmp(files_path(names[i], &arena), files_path(names[k], &arena));
                if (same != !strcmp(regions[i].file, regions[k].file))
                    fail_msg("%s and %s are shown as %s and %s", names[i], names[k], regions[i].file, regions[k].file);
            }
        arena_free(&arena);
    }
}
