/* progress.c - see campaign.h. */
#include "tune/commands/campaign.h"

#include "report/show/text.h"
#include "tune/commands/bench.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* Failures reported one by one; the others are in `list --failed`. */
enum { FAILURES_SHOWN = 5, LINE_MOST = 400 };

void progress_begin(struct progress *progress, struct project *project, unsigned variants, double until)
{
    *progress = (struct progress){.project = project,
                                  .variants = variants,
                                  .until = until,
                                  .shown = executor_now(),
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

/* Returns the remaining seconds; negative if unknown. */
static double left(const struct progress *progress)
{
    double now = executor_now(), todo = progress->total - progress->done + progress->further;
    if (isfinite(progress->until))
        return fmax(progress->until - now, 0);
    return progress->done ? (now - progress->began) / progress->done * todo : -1;
}

static void show(struct progress *progress)
{
    char least[40] = "", line[LINE_MOST], of[24] = "";
    if (left(progress) >= 0)
        span(left(progress), least);
    if (progress->variants)
        snprintf(of, sizeof of, " of %u", progress->variants);
    snprintf(line, sizeof line, "%u of %u %s; %u%s variants measured, %u failed%s%s%s%s%s", progress->done,
             progress->total, progress->doing, progress->measured, of, progress->failed,
             *least ? isfinite(progress->until) ? ", " : ", at least " : "", least, *least ? " left" : "",
             progress->best_text ? "; best " : "", progress->best_text ? progress->best_text : "");
    if (progress->terminal)
        fputs("\r\033[K", stderr);
    character_put(stderr, line);
    if (!progress->terminal)
        putc('\n', stderr);
    fflush(stderr);
    progress->shown = executor_now();
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

static void begin_phase(struct progress *progress, const char *doing, unsigned total)
{
    progress->doing = doing;
    progress->done = 0;
    progress->total = total;
    progress->began = executor_now();
    if (progress->terminal)
        show(progress);
}

/* Takes a variant's outcome. */
static void take_outcome(struct progress *progress, const uint16_t *genes, const struct outcome *outcome)
{
    double cost = outcome_cost(progress->project, outcome);
    progress->measured += outcome->state == OUTCOME_DONE;
    progress->failed += outcome->state == OUTCOME_FAILED;
    if (!(cost < progress->best))
        return;
    progress->best = cost;
    arena_free(&progress->arena);
    progress->best_text =
        arena_printf(&progress->arena, "%s at %s",
                     bench_number(&progress->project->measures[0], outcome->values[0], &progress->arena),
                     variant_text(progress->project, genes, &progress->arena));
}

void progress_tell(void *state, enum news news, unsigned count, const uint16_t *genes, const struct outcome *outcome)
{
    struct progress *progress = state;
    if (news == NEWS_BUILDS || news == NEWS_RUNS)
        begin_phase(progress, news == NEWS_BUILDS ? "builds" : "runs", count);
    progress->done += news == NEWS_BUILT || news == NEWS_RAN;
    if (news == NEWS_KNOWN || news == NEWS_FAILED || (news == NEWS_RAN && outcome->samples == 1))
        take_outcome(progress, genes, outcome);
    if (news == NEWS_FAILED)
        tell_failure(progress, genes, outcome->reason);
    if (progress->doing && executor_now() - progress->shown > (progress->terminal ? 0.1 : 20))
        show(progress);
}

void progress_end(struct progress *progress)
{
    if (progress->terminal)
        fputs("\r\033[K", stderr);
    arena_free(&progress->arena);
    *progress = (struct progress){0};
}
