/* progress.c - see progress.h. */
#include "report/show/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_MS = 333, EVERY_MS = 100 };

/* One process, one terminal. */
static struct {
    bool asked, off, shown;
    int64_t next_ms;
} line;

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void begin(void)
{
    const char *terminal = getenv("TERM");
    line.asked = true;
    line.off |= !isatty(STDERR_FILENO) || !terminal || !strcmp(terminal, "dumb");
    line.next_ms = now_ms() + FIRST_MS;
}

void progress_show(const char *what, uint64_t done, uint64_t all)
{
    if (!line.asked)
        begin();
    if (line.off || now_ms() < line.next_ms)
        return;
    line.next_ms = now_ms() + EVERY_MS;
    line.shown = true;
    if (all)
        fprintf(stderr, "\r%s: %u%%\033[K", what, (unsigned)(100.0 * (double)done / (double)all));
    else
        fprintf(stderr, "\r%s\033[K", what);
    fflush(stderr);
}

void progress_hide(void)
{
    if (line.shown)
        fputs("\r\033[K", stderr);
    line.shown = false;
}

void progress_stop(void)
{
    progress_hide();
    line.off = true;
}
