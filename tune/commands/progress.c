/* progress.c - see campaign.h. */
#include "tune/commands/campaign.h"

#include "report/show/text.h"
#include "tune/commands/bench.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Failures that are told one by one; the others are in `list --failed`. */
enum { FAILURES_SHOWN = 5, LINE_MOST = 400 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void progress_begin(struct progress *progress, struct project *project, unsigned total)
{
    *progress = (struct progress){.project = project,
                                  .total = total,
                                  .began = now(),
                                  .shown = now(),
                                  .best = HUGE_VAL,
                                  .terminal = isatty(STDERR_FILENO)};
}

/* "2 h 5 min" */
static void span(double seconds, char text[40])
{
    if (seconds < 60)
        snprintf(text, 40, "%.0f s", seconds);
    else if (seconds < 3600)
        snprintf(text, 40, "%.0f min", seconds / 60);
    else
        snprintf(text, 40, "%.0f h %.0f min", floor(seconds / 3600), fmod(seconds, 3600) / 60);
}

static void show(struct progress *progress)
{
    char left[40] = "", line[LINE_MOST], of[24] = "";
    double taken = now() - progress->began;
    if (progress->total)
        snprintf(of, sizeof of, " of %u", progress->total);
    if (progress->total && progress->fresh)
        span(taken / progress->fresh * (progress->total - progress->seen), left);
    snprintf(line, sizeof line, "%u%s variants, %u failed%s%s%s%s%s%s", progress->seen, of, progress->failed,
             *left ? ", about " : "", left, *left ? " left" : "", progress->best_text ? "; best " : "",
             progress->best_text ? progress->best_number : "", progress->best_text ? progress->best_text : "");
    if (progress->terminal)
        fputs("\r\033[K", stderr);
    character_put(stderr, line);
    if (!progress->terminal)
        putc('\n', stderr);
    fflush(stderr);
    progress->shown = now();
}

static void tell_failure(struct progress *progress, const uint16_t *genes, const char *reason)
{
    struct arena arena = {0};
    if (progress->failures_shown++ >= FAILURES_SHOWN)
        return;
    if (progress->terminal)
        fputs("\r\033[K", stderr);
    character_put(stderr, variant_text(progress->project, genes, &arena));
    fputs(": ", stderr);
    character_put(stderr, reason);
    if (progress->failures_shown == FAILURES_SHOWN)
        fputs("\n(further failures: instr-tune list --failed)", stderr);
    putc('\n', stderr);
    arena_free(&arena);
}

void progress_tell(struct progress *progress, const uint16_t *genes, const struct outcome *outcome, bool fresh)
{
    double cost = outcome_cost(progress->project, outcome);
    progress->seen++;
    progress->fresh += fresh;
    progress->failed += outcome->state == OUTCOME_FAILED;
    if (outcome->state == OUTCOME_FAILED && fresh)
        tell_failure(progress, genes, outcome->reason);
    if (cost < progress->best) {
        progress->best = cost;
        arena_free(&progress->arena);
        progress->best_number = bench_number(&progress->project->measures[0], outcome->values[0], &progress->arena);
        progress->best_text =
            arena_printf(&progress->arena, " at %s", variant_text(progress->project, genes, &progress->arena));
    }
    if (now() - progress->shown > (progress->terminal ? 0.1 : 20))
        show(progress);
}

void progress_end(struct progress *progress)
{
    if (progress->terminal)
        fputs("\r\033[K", stderr);
    arena_free(&progress->arena);
}
