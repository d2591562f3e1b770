/* git.c - see git.h. */
#include "report/read/git.h"

#include "common/input.h"

#include <stdio.h>
#include <string.h>

/* Larger than any source, and than the difference of two revisions of most programs. */
enum { MOST = 1 << 28 };

char *git_output(const char *arguments, struct arena *arena)
{
    FILE *stream = popen(arena_printf(arena, "{ git %s\n} 2>/dev/null", arguments), "re");
    const char *why;
    size_t size;
    char *text = stream ? input_take(fileno(stream), MOST, &size, arena, &why) : NULL;
    bool done = stream && pclose(stream) == 0;
    return done ? text : NULL;
}

void git_commit(struct commit *commit, struct arena *arena)
{
    *commit = (struct commit){"", "", "", "", false};
    char *text = git_output("rev-parse --show-toplevel && TZ=UTC git log -1 "
                            "--date=format-local:%Y-%m-%dT%H:%M:%SZ --format='%H%n%cd%n%s'",
                            arena);
    char *rest, *root = text ? strtok_r(text, "\n", &rest) : NULL;
    char *id = root ? strtok_r(NULL, "\n", &rest) : NULL, *time = id ? strtok_r(NULL, "\n", &rest) : NULL;
    if (!time)
        return;
    const char *subject = strtok_r(NULL, "\n", &rest);
    const char *changes = git_output("status --porcelain --untracked-files=no", arena);
    *commit = (struct commit){id, time, subject ? subject : "", root, !changes || *changes};
}
