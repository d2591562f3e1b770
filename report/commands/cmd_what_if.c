/*
 * cmd_what_if.c - predicts how much shorter the run would be if a function took less time, or the mean time on all ranks.
 */
#include "report/commands/command.h"
#include "report/derive/findings_words.h"
#include "report/derive/names.h"
#include "report/derive/summary.h"
#include "report/derive/what_if.h"
#include "report/read/report.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "burn=-20%", "burn=even" */
struct question {
    const char *name, *change;
    double stays; /* of the time; not a number: all ranks have the mean */
};

static bool read_question(struct question *question, const char *word, struct arena *arena, struct error *error)
{
    const char *equals = strrchr(word, '=');
    char *end = NULL;
    double percent = equals ? strtod(equals + 1, &end) : 0;
    bool even = equals && strcmp(equals + 1, "even") == 0;
    bool change = equals && end != equals + 1 && strcmp(end, "%") == 0 && percent >= -100 && percent <= 1000;
    if (!equals || equals == word || !(even || change))
        return error_set(error, ERROR_USAGE, "what-if: '%s' is neither FUNCTION=-20%% nor FUNCTION=even", word);
    *question = (struct question){arena_copy(arena, word, (size_t)(equals - word)), equals + 1,
                                  even ? (double)NAN : 1 + percent / 100};
    return true;
}

static const char *time_of(struct arena *arena, double ps)
{
    return text_seconds_known(arena, seconds(fabs(ps)), 3, "");
}

/* Returns "1.21 s, 110 ms less (8.3%)", or a range of these. */
static const char *say(const struct what_if *what, double run, struct arena *arena)
{
    const char *word = what->least < 0 ? "more" : "less";
    if (what->most - what->least < run / 100)
        return arena_printf(arena, "%s, %s %s (%s)", time_of(arena, run - what->least), time_of(arena, what->least),
                            word, text_percent(arena, fabs(what->least), run));
    return arena_printf(arena, "%s to %s, %s to %s less (%s to %s)", time_of(arena, run - what->most),
                        time_of(arena, run - what->least), time_of(arena, what->least), time_of(arena, what->most),
                        text_percent(arena, what->least, run), text_percent(arena, what->most, run));
}

static void print_text(struct report *report, const struct findings *findings, const struct question *question,
                       const struct what_if *what, struct arena *arena)
{
    struct screen *screen = &report->screen;
    screen_print(screen, STYLE_BOLD, "%s  %s", summary_duration(&report->view, arena), report->name);
    screen_print(screen, STYLE_PLAIN, "%s=%s: %s", question->name, question->change, say(what, findings->run, arena));
    if (what->after != what->before)
        screen_print(screen, STYLE_PLAIN, "rank %u would then have most work, not rank %u", what->after, what->before);
    if (what->most - what->least >= findings->run / 100)
        screen_line(screen, STYLE_DIM, "the late rank changes during the run: expect a value between the two");
}

#define COLUMNS(X)                                                                                                     \
    X("function", NULL, 0, text, question.name)                                                                        \
    X("change", NULL, 0, text, question.change)                                                                        \
    X("run_s", NULL, 0, seconds, gains.findings.run, "")                                                               \
    X("least_s", NULL, 0, seconds, what.least, "")                                                                     \
    X("most_s", NULL, 0, seconds, what.most, "")                                                                       \
    X("rank_before", NULL, 0, rank, what.before != PROFILE_NONE, what.before)                                          \
    X("rank_after", NULL, 0, rank, what.after != PROFILE_NONE, what.after)
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
static const struct row_form form_what_if = ROW_FORM("what-if", columns);

static bool run_what_if(const struct options *options, struct arena *arena, struct error *error)
{
    struct options of_profile = *options;
    struct report report;
    struct gains gains;
    struct question question = {"", "", 1};
    struct what_if what;
    if (!options->file_count)
        return error_set(error, ERROR_USAGE, "what-if: name a function, as in 'instr-report what-if solve=-20%%'");
    of_profile.files++;
    of_profile.file_count--;
    if (!read_question(&question, options->files[0], arena, error) || !report_open(&report, &of_profile, arena, error))
        return false;
    bool *chosen = arena_array(arena, report.profile.node_count, sizeof *chosen);
    bool done = names_find(&report.profile, question.name, chosen, error);
    if (done) {
        gains_make(&gains, &report.view, arena);
        what_if_find(&what, &gains.balance, chosen, question.stays, gains.findings.run / 100);
    }
    if (done && options->form == FORM_TEXT) {
        print_text(&report, &gains.findings, &question, &what, arena);
    } else if (done) {
        struct rows all, *rows = &all;
        rows_begin(rows, options->form, &form_what_if, arena);
        rows_open(rows, report.screen.stream, &report.profile);
        COLUMNS(ROW_PUT)
        rows_close(rows);
    }
    return report_close(&report, error) && done;
}

const struct command cmd_what_if = {{"what-if", "[OPTION...] FUNCTION=CHANGE [PROFILE...]",
                                     "time saved if a function took less", OPTION_RECORDS | OPTION_PART,
                                     "instr-report what-if solve=-20%"},
                                    SORT_INCLUSIVE,
                                    .run = run_what_if,
                                    .forms = {&form_what_if}};
