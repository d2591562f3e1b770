/*
 * cmd_list.c - lists the profiles of a folder: program, run, and whether the program has been rebuilt since. The first readable one is the
 * default of all commands.
 */
#include "profile/exclude_startup.h"
#include "report/commands/command.h"
#include "report/derive/runs.h"
#include "report/read/folder.h"
#include "report/show/rows.h"
#include "report/show/screen.h"
#include "report/show/text.h"

#include "profile/profile.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Facts about one profile, as texts of the given arena. */
struct found {
    const char *path, *title, *members, *program, *start, *tag, *build, *host, *processor, *threads;
    uint32_t processes;
    double wall;
    uint64_t calls;
    bool wanted;
    const char *state; /* "" = its program is as it was */
    const char *fault; /* why it can't be read, or "" */
};

/* Returns the state of the program that wrote the profile; "" if it is unknown: on another machine, or for a sum. */
static const char *state_of(const struct profile *profile)
{
    struct stat status;
    const char *program = profile_meta(profile, "program", "");
    time_t start = runs_start(profile);
    if (runs_several(profile) || *program != '/' || start < 0)
        return "";
    if (stat(program, &status))
        return "its program was removed";
    return status.st_mtime > start ? "its program was rebuilt since" : "";
}

/* Returns whether the profile has this key and value, or a part of its tag. */
static bool is_wanted(const struct profile *profile, const char *only, struct arena *arena)
{
    const char *value = strchr(only, '='), *tag = profile_meta(profile, "tag", "");
    char *key = arena_copy(arena, only, strcspn(only, "=")), *rest, *tags = arena_copy(arena, tag, strlen(tag));
    bool wanted = value && !fnmatch(value + 1, profile_meta(profile, key, ""), 0);
    for (char *part = strtok_r(tags, ", ", &rest); part && !wanted; part = strtok_r(NULL, ", ", &rest))
        wanted = !fnmatch(only, part, 0);
    return wanted;
}

static struct found look_at(const char *path, const char *only, struct arena *arena)
{
    struct found found = {.path = path,
                          .title = "",
                          .members = "",
                          .program = "",
                          .start = "",
                          .tag = "",
                          .build = "",
                          .host = "",
                          .processor = "",
                          .threads = "",
                          .state = "",
                          .fault = ""};
    struct profile profile;
    struct error error = {0};
    if (!profile_read(path, &profile, arena, &error)) {
        const char *text = strchr(error.text, ':');
        found.fault = arena_printf(arena, "%s", text ? text + 2 : error.text);
        found.wanted = !only;
        return found;
    }
    found.title = runs_title(&profile, arena);
    found.members = runs_text(&profile, arena);
    found.program = profile_meta(&profile, "program", "");
    found.start = profile_meta(&profile, "start", "");
    found.tag = profile_meta(&profile, "tag", "");
    found.build = profile_meta(&profile, "build", "");
    found.host = profile_meta(&profile, "host", "");
    found.processor = profile_meta(&profile, "processor", "");
    found.threads = profile_meta(&profile, "threads", "");
    found.wanted = !only || is_wanted(&profile, only, arena);
    found.processes = profile.nodes[0].ranks.called;
    found.wall = strtod(profile_meta(&profile, "wall_s", "0"), NULL);
    found.state = state_of(&profile);
    if (!exclude_startup_make(&profile, false, arena, &error)) /* as all screens count them */
        found.fault = arena_printf(arena, "%s", error.text);
    for (uint32_t i = 1; i < profile.node_count; i++)
        found.calls += profile.nodes[i].calls.calls;
    return found;
}

/* Returns "2026-11-22 10:53:04", in UTC as stored. */
static const char *readable_start(const char *start, struct arena *arena)
{
    char *text = arena_copy(arena, start, strcspn(start, "Z"));
    char *between = strchr(text, 'T');
    if (between)
        *between = ' ';
    return text;
}

#define COLUMNS(X)                                                                                                     \
    X("file", NULL, 0, text, found->path)                                                                              \
    X("program", NULL, 0, text, found->program)                                                                        \
    X("start", NULL, 0, text, found->start)                                                                            \
    X(NULL, "started", 1, cell, readable_start(found->start, arena))                                                   \
    X(NULL, "wall", 0, cell, text_seconds(arena, found->wall, ""))                                                     \
    X("processes", NULL, 0, number, known ? found->processes : (double)NAN)                                            \
    X(NULL, "processes", 2, count, found->processes)                                                                   \
    X("wall_s", NULL, 0, number, known ? found->wall : (double)NAN)                                                    \
    X("calls", NULL, 0, number, known ? (double)found->calls : (double)NAN)                                            \
    X(NULL, "calls", 3, count, found->calls)                                                                           \
    X("state", NULL, 0, text, found->state)                                                                            \
    X("fault", NULL, 0, text, found->fault)                                                                            \
    X("shown", NULL, 0, count, first)                                                                                  \
    X("tag", NULL, 0, text, found->tag)                                                                                \
    X("host", NULL, 0, text, found->host)                                                                              \
    X("processor", NULL, 0, text, found->processor)                                                                    \
    X("threads", NULL, 0, number, *found->threads ? strtod(found->threads, NULL) : NAN)                                \
    X("build", NULL, 0, text, found->build)
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
static const struct row_form form_list = ROW_FORM("list", columns);

static void put_row(struct rows *rows, const struct found *found, bool first)
{
    struct arena *arena = rows->arena;
    bool known = !*found->fault, text = rows->form == FORM_TEXT;
    rows_add(rows, found->path);
    if (text) {
        rows->row->style = !known ? STYLE_WARM : first ? STYLE_BOLD : STYLE_PLAIN;
        rows->row->note =
            !known ? found->fault
                   : arena_printf(arena, "%s%s%s%s%s%s%s%s", found->title, *found->members ? ", " : "", found->members,
                                  *found->tag ? "; " : "", found->tag, *found->build ? "; " : "", found->build,
                                  *found->state ? arena_printf(arena, "; %s", found->state) : "");
    }
    if (known || !text) {
        COLUMNS(ROW_PUT)
    }
}

static void put_all(struct screen *screen, const struct folder *folders, int count, const struct options *options,
                    struct arena *arena)
{
    static const struct profile none = {0};
    struct rows rows;
    bool text = options->form == FORM_TEXT;
    bool shown = options->file_count > 0; /* the one that is shown when none is named was there */
    rows_begin(&rows, options->form, &form_list, arena);
    rows.table.text_title = "profile";
    rows_open(&rows, screen->stream, &none);
    for (int i = 0; i < count; i++)
        for (uint32_t k = 0; k < folders[i].count; k++) {
            struct arena scratch = {0};
            struct found found = look_at(folders[i].entries[k].path, options->only, text ? arena : &scratch);
            bool first = !shown && !*found.fault;
            shown |= first;
            if (found.wanted)
                put_row(&rows, &found, first);
            arena_free(&scratch);
        }
    rows_close(&rows);
    if (!text)
        return;
    if (rows.table.row_count)
        table_print(&rows.table, screen);
    else
        screen_say(screen, STYLE_PLAIN, "no profile (*.instr) here; run a program built with instr-cc\n");
    if (rows.table.row_count && !options->file_count)
        screen_line(screen, STYLE_DIM,
                    "by default the newest readable profile is shown; a job's profile comes before those of its ranks");
}

/* Takes a folder, or a profile named directly. */
static bool take_file(struct folder *folder, const char *path, struct arena *arena, struct error *error)
{
    struct stat status;
    if (stat(path, &status) || S_ISDIR(status.st_mode))
        return folder_read(folder, path, arena, error);
    *folder = (struct folder){.entries = arena_alloc(arena, sizeof *folder->entries), .count = 1};
    folder->entries[0] = (struct folder_entry){.path = path, .time = status.st_mtim};
    return true;
}

static bool run_list(const struct options *options, struct arena *arena, struct error *error)
{
    static const char *const here[] = {"."};
    const char *const *paths = options->file_count ? (const char *const *)options->files : here;
    int count = options->file_count ? options->file_count : 1;
    struct folder *folders = arena_array(arena, (size_t)count, sizeof *folders);
    struct screen screen;
    for (int i = 0; i < count; i++)
        if (!take_file(&folders[i], paths[i], arena, error))
            return false;
    if (!screen_open(&screen, options, error))
        return false;
    put_all(&screen, folders, count, options, arena);
    return screen_close(&screen, error);
}

const struct command cmd_list = {{"list", "[OPTION...] [FOLDER or PROFILE...]",
                                  "the profiles of a folder, the newest first", OPTION_RECORDS | OPTION_ONLY,
                                  "instr-report list --only=host=node7"},
                                 SORT_INCLUSIVE,
                                 .run = run_list,
                                 .forms = {&form_list}};
