/*
 * cmd_html.c - writes one HTML file that shows the profile without a server or a network. Its data is a JSON text with its length
 * before it, then columns of numbers, all compressed; its program is made of report/page.
 */
#include "common/needed.h"
#include "report/commands/command.h"
#include "report/derive/runs.h"
#include "report/html/bundle.h"
#include "report/html/head.h"
#include "report/read/report.h"
#include "report/show/page.h"
#include "report/show/progress.h"
#include "report/show/text.h"
#include "report/trace/find.h"
#include "report/trace/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes the page. Before the data comes the terminal's first screen, for browsers without scripts. */
static bool put_page(struct report *report, const struct source *source, const struct options *options,
                     struct arena *arena, struct error *error)
{
    enum { WIDTH = 110 };
    char *text;
    size_t size;
    const struct screen page = report->screen;
    const struct page_text style = {page_css, page_css_size}, program = {page_js, page_js_size};
    progress_show("writing the page", 0, 0);
    report->screen = (struct screen){.stream = needed_stream(&text, &size), .width = WIDTH};
    bool done = cmd_summary.show(report, options, arena, error);
    needed_stream_end(report->screen.stream);
    report->screen = page;
    page_begin(page.stream, runs_title(&report->profile, arena), style, (const char *)page_csp, text, "profile",
               "text/plain");
    head_put(page.stream, source, arena);
    page_end(page.stream, &program, 1);
    free(text);
    return done;
}

/* Tells what the file contains, for a user who is about to send it. */
static void tell_contents(const struct profile *profile, const char *file)
{
    progress_hide();
    character_put(stderr, file);
    fprintf(stderr, " contains the program's path, host names, %" PRIu32 " regions with source files%s",
            profile->region_count, profile->communicator_count ? ", communicators" : "");
    fputs(profile_private(profile) ? ", and the command's arguments; only you can read it\n"
                                   : ", but not the command's arguments\n",
          stderr);
}

/* Moves traces behind all other files. Returns their number. */
static int traces_behind(struct options *options, struct arena *arena)
{
    char **files = arena_array(arena, (size_t)options->file_count + 1, sizeof(char *));
    int profiles = 0, traces = 0;
    for (int i = 0; i < options->file_count; i++)
        if (!chunks_recognize(options->files[i]))
            files[profiles++] = options->files[i];
    for (int i = 0; i < options->file_count; i++)
        if (chunks_recognize(options->files[i]))
            files[profiles + traces++] = options->files[i];
    if (traces && options->before_count > profiles)
        options->before_count = profiles;
    options->files = files;
    options->file_count = profiles;
    return traces;
}

static bool read_slices(struct source *source, char *const *files, int count, bool full, struct trace *trace,
                        struct arena *arena, struct error *error)
{
    char *beside[] = {count ? NULL : (char *)(uintptr_t)find_beside(source->name, source->view->profile, arena)};
    if (!count && !beside[0])
        return true;
    struct page_slices *slices = arena_alloc(arena, sizeof *slices);
    source->slices = slices;
    if (!trace_open(trace, count ? files : beside, count ? count : 1, full, arena, error))
        return false;
    page_slices_read(slices, trace, arena);
    return true;
}

static bool run_html(const struct options *options, struct arena *arena, struct error *error)
{
    struct report report;
    struct compared compared;
    struct source source;
    struct trace trace = {.processes = NULL};
    struct options plain = *options;
    plain.no_pager = true;
    int traces = traces_behind(&plain, arena);
    char *const *trace_files = plain.files + plain.file_count;
    if (!page_js_size)
        return error_set(error, ERROR_USAGE,
                         "html: this instr-report was built without its page: install nodejs and npm, and build it "
                         "again with a network");
    if (!options->output && isatty(STDOUT_FILENO))
        return error_set(error, ERROR_USAGE, "html: name the file to write, as in 'instr-report html -o profile.html'");
    bool two = plain.file_count == 2 || plain.before_count >= 0;
    if (two && !compared_make(&compared, &plain, arena, error))
        return false;
    if (two) { /* all else in the page is of the run after, or the first of them */
        plain.files += compared.sides.count[0];
        plain.file_count = 1;
    }
    if (!report_open(&report, &plain, arena, error))
        return false;
    bool done = source_make(&source, &report.view, report.name, two ? &compared : NULL, options, arena, error);
    done = done && read_slices(&source, trace_files, traces, options->full_names, &trace, arena, error);
    done = done && put_page(&report, &source, &plain, arena, error);
    trace_close(&trace);
    if (!report_close(&report, error) || !done)
        return false;
    if (options->output)
        tell_contents(&report.profile, options->output);
    return true;
}

const struct command cmd_html = {{"html",
                                  "-o FILE [PROFILE...] [TRACE...]\n"
                                  "       instr-report html -o FILE BEFORE... [--] AFTER...",
                                  "one page for a browser", OPTION_OUTPUT | OPTION_PART | TAKES_SIDES | OPTION_METRIC,
                                  "instr-report html -o profile.html && xdg-open profile.html"},
                                 SORT_INCLUSIVE,
                                 .run = run_html};
