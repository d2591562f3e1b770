/* change_lines.c - see change_lines.h. */
#include "report/compare/change_lines.h"

#include "report/compare/history.h"
#include "report/show/quote.h"
#include "report/show/text.h"

#include <string.h>

static const char *kept(const char *text, struct arena *arena)
{
    return arena_copy(arena, text, strlen(text));
}

static const char *kind_of(const struct verdict_cause *cause)
{
    return cause->change == VERDICT_NEW    ? cause->instead ? "split" : "new"
           : cause->change == VERDICT_GONE ? cause->instead ? "inlined" : "gone"
           : cause->difference > 0         ? "more"
                                           : "less";
}

static void take_cause(struct news *news, const struct gate *gate, const struct verdict_cause *cause,
                       struct arena *arena)
{
    const struct verdict_finding *finding = &gate->verdict.findings[cause->first];
    for (uint32_t i = 0; i < cause->count && verdict_function(finding) != cause->callee; i++)
        finding = &gate->verdict.findings[cause->first + i];
    const struct counts_function *before = finding->before ? finding->before : cause->callee;
    *news = (struct news){.kind = kind_of(cause),
                          .name = kept(cause->callee->name, arena),
                          .file = kept(cause->callee->file, arena),
                          .name_before = kept(before->name, arena),
                          .file_before = kept(before->file, arena),
                          .caller = kept(cause->caller ? cause->caller->name : "", arena),
                          .metric = kept(cause->metric ? cause->metric : "calls", arena),
                          .text = gate_sentence(cause, arena),
                          .before = finding->before_range,
                          .now = finding->now_range,
                          .difference = cause->difference,
                          .estimated = cause->spread,
                          .follows = cause->count - 1};
    if (news->follows)
        news->text = arena_printf(arena, "%s; causes %u more", news->text, news->follows);
}

static bool has_moved(const struct verdict_finding *finding)
{
    return finding->metric == COUNTS_NONE && finding->before && finding->now &&
           !counts_same(finding->before, finding->now);
}

static bool was_renamed(const struct verdict_finding *finding)
{
    return strcmp(finding->before->name, finding->now->name) != 0;
}

/* Returns the names of functions that changed in the same way: "a", "a, b", "a, b, c and 4 more". */
static const char *names_of(const struct gate *gate, uint32_t first, uint32_t *count, struct arena *arena)
{
    enum { NAMED = 3 };
    const struct verdict_finding *as = &gate->verdict.findings[first];
    const char *names = "";
    *count = 0;
    for (uint32_t i = first; i < gate->verdict.finding_count; i++) {
        const struct verdict_finding *finding = &gate->verdict.findings[i];
        if (!has_moved(finding) || was_renamed(finding) || strcmp(as->before->file, finding->before->file) != 0 ||
            strcmp(as->now->file, finding->now->file) != 0)
            continue;
        if (++*count <= NAMED)
            names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "", finding->now->name);
    }
    return *count > NAMED ? arena_printf(arena, "%s and %u more", names, *count - NAMED) : names;
}

/* Returns true for the first of several findings that changed in the same way, which share one line. */
static bool is_first(const struct gate *gate, uint32_t at)
{
    const struct verdict_finding *as = &gate->verdict.findings[at];
    for (uint32_t i = 0; i < at && !was_renamed(as); i++) {
        const struct verdict_finding *finding = &gate->verdict.findings[i];
        if (has_moved(finding) && !was_renamed(finding) && !strcmp(as->before->file, finding->before->file) &&
            !strcmp(as->now->file, finding->now->file))
            return false;
    }
    return true;
}

static void take_move(struct news *news, const struct gate *gate, uint32_t at, struct arena *arena)
{
    const struct verdict_finding *finding = &gate->verdict.findings[at];
    const struct counts_function *before = finding->before, *now = finding->now;
    bool renamed = was_renamed(finding), elsewhere = strcmp(before->file, now->file) != 0;
    uint32_t count = 1;
    const char *names = renamed ? now->name : names_of(gate, at, &count, arena);
    *news = (struct news){.kind = renamed ? "renamed" : "moved",
                          .name = kept(now->name, arena),
                          .file = kept(now->file, arena),
                          .name_before = kept(before->name, arena),
                          .file_before = kept(before->file, arena),
                          .caller = "",
                          .metric = "calls",
                          .before = finding->before_range,
                          .now = finding->now_range,
                          .follows = count - 1};
    news->text = renamed ? arena_printf(arena, "%s (%s) was %s before%s%s", names, now->file, before->name,
                                        elsewhere ? ", in " : "", elsewhere ? before->file : "")
                         : arena_printf(arena, "%s moved from %s to %s", names, before->file, now->file);
}

void change_lines_make(struct change_lines_list *list, const struct gate *gate, struct arena *arena)
{
    const struct verdict *verdict = &gate->verdict;
    uint32_t room = verdict->cause_count;
    for (uint32_t i = 0; i < verdict->finding_count; i++)
        room += has_moved(&verdict->findings[i]);
    *list = (struct change_lines_list){.of = arena_array(arena, room, sizeof *list->of)};
    for (uint32_t i = 0; i < verdict->cause_count; i++)
        take_cause(&list->of[list->count++], gate, &verdict->causes[i], arena);
    for (uint32_t i = 0; i < verdict->finding_count; i++)
        if (has_moved(&verdict->findings[i]) && is_first(gate, i))
            take_move(&list->of[list->count++], gate, i, arena);
}

/* "f (a.c) itself takes 1.31 times as long, by 14 commits before and 9 from here on". */
static void take_time(struct news *news, const struct time_history_change *change, struct arena *arena)
{
    const struct step *step = &change->step;
    const char *tab = strchr(change->function, '\t');
    const char *file = arena_copy(arena, change->function, (size_t)(tab - change->function)),
               *name = kept(tab + 1, arena);
    *news = (struct news){.kind = step->now > step->before ? "slower" : "faster",
                          .name = name,
                          .file = file,
                          .name_before = name,
                          .file_before = file,
                          .caller = "",
                          .metric = "time",
                          .before = {u64_from_double(step->before), u64_from_double(step->before)},
                          .now = {u64_from_double(step->now), u64_from_double(step->now)},
                          .difference = step->now - step->before,
                          .follows = change->together - 1};
    const char *by = arena_printf(arena, "%.2f times as long: mean of %u commits before, %u from here on",
                                  step->now / step->before, step->count_before, step->count_now);
    news->text = change->together > 1 ? arena_printf(arena,
                                                     "%s (%s) and %u more, most of those with a time, changed "
                                                     "together: it takes %s; another machine, or other options?",
                                                     name, file, change->together - 1, by)
                                      : arena_printf(arena, "%s (%s) itself takes %s", name, file, by);
}

void change_lines_add_times(struct change_lines_list *list, const struct time_history_change *changes, uint32_t count,
                            struct arena *arena)
{
    struct news *all = arena_array(arena, list->count + count, sizeof *all);
    for (uint32_t i = 0; i < list->count; i++)
        all[i] = list->of[i];
    list->of = all;
    for (uint32_t i = 0; i < count; i++)
        take_time(&all[list->count++], &changes[i], arena);
}

/* Writes text with Markdown's special characters escaped. */
static void put_markdown(FILE *stream, const char *text)
{
    for (; *text; text++) {
        if (strchr("\\`*_[]<>|#~", *text))
            putc('\\', stream);
        putc(*text, stream);
    }
}

void change_lines_markdown(FILE *stream, const struct gate *gate, struct arena *arena)
{
    enum { LINES = 4 };
    struct change_lines_list list;
    change_lines_make(&list, gate, arena);
    const char *name = history_name(&gate->before.of, arena);
    fprintf(stream, "**%s of %s functions are called more or less often than at ",
            text_count(arena, gate->verdict.failed_functions), text_count(arena, gate_function_count(gate)));
    put_markdown(stream, *name ? name : gate->baseline);
    fputs("**\n", stream);
    uint32_t shown = list.count > LINES ? LINES - 1 : list.count;
    for (uint32_t i = 0; i < shown; i++) {
        fputs("- ", stream);
        put_markdown(stream, list.of[i].text);
        putc('\n', stream);
    }
    if (shown < list.count)
        fprintf(stream, "- and %u more changes\n", list.count - shown);
}
