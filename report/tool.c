/* tool.c - see tool.h. */
#include "report/tool.h"

#include "report/progress.h"
#include "report/text.h"

#include <stdio.h>

int tool_main(const char *name, tool_run *run, int argc, char **argv)
{
    struct arena arena = {0};
    struct error error = {0};
    bool done = run(argc, argv, &arena, &error);
    progress_stop();
    arena_free(&arena);
    if (done && (fflush(stdout) || ferror(stdout)))
        done = error_set(&error, ERROR_INTERNAL, "can't write to standard output");
    if (done)
        return 0;
    fprintf(stderr, "%s: ", name);
    text_put(stderr, error.text);
    putc('\n', stderr);
    return (int)error.code;
}
