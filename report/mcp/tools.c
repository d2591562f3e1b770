/* tools.c - see tools.h. */
#include "report/mcp/tools.h"

#include "base/input.h"
#include "base/name.h"
#include "base/needed.h"
#include "report/read/folder.h"
#include "report/show/quote.h"

#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROWS = 20, MOST_ROWS = 10000, WORDS = 8 };

/* What a tool can be told. A profile is a word of the command, and of several the newest is meant if none is named. */
enum {
    PROFILE = 1,
    BEFORE = 2,
    AFTER = 4,
    FOLDER = 8,
    CALLERS = 16,
    CALLEES = 32,
    FOCUS = 64,
    FUNCTION = 128,
    MINIMUM = 256,
    BASELINE = 512
};
static const struct parameter {
    unsigned bit;
    const char *name, *option, *description; /* option: null for a file */
    bool required;
} parameters[] = {
    {BASELINE, "baseline", NULL, "a baseline that `instr-report gate --record` wrote", true},
    {PROFILE, "profile", NULL, "a file of the folder, as `list` names it; the newest if it is left out", false},
    {BEFORE, "before", NULL, "the profile of the run before", true},
    {AFTER, "after", NULL, "the profile of the run after", true},
    {FOLDER, "folder", NULL, "a folder with the profiles of tests; all if it is left out", false},
    {CALLERS, "function", "--callers=", "a function's name", true},
    {CALLEES, "function", "--callees=", "a function's name", true},
    {FOCUS, "focus", "--focus=", "only what is in calls of that function", false},
    {FUNCTION, "function", "--function=", "a function's name, or a pattern as get_*", true},
    {MINIMUM, "min", "--min=", "leave out what has less of the total, in percent", false},
};
enum { PARAMETERS = sizeof parameters / sizeof *parameters };

static const struct tool {
    const char *name, *description;
    const char *words[2]; /* of the command */
    unsigned accepts;
    const char *columns; /* those of the command that the answer has, with commas around each; null: all */
} tools[] = {
    {"list", "The profiles of the folder, the newest first: of which program and when.", {"list", NULL}, 0, NULL},
    {"explain",
     "What matters most of a run: statements with the numbers behind each, and the command that shows more.",
     {"explain", NULL},
     PROFILE | FOCUS,
     NULL},
    {"hot",
     "Functions by their own time, with calls, which are exact.",
     {"flat", "--sort=exclusive"},
     PROFILE | FOCUS,
     ",name,file,line,kind,calls,inclusive_s,exclusive_s,exclusive_estimated,ranks,"},
    {"tree",
     "The call tree, as rows in preorder with the path of each.",
     {"tree", NULL},
     PROFILE | FOCUS | MINIMUM,
     ",path,file,line,calls,calls_estimated,inclusive_s,exclusive_s,exclusive_estimated,"},
    {"callers",
     "Who calls a function: its time and calls, divided among call paths that lead away from it.",
     {"tree", NULL},
     PROFILE | CALLERS,
     ",path,file,line,calls,calls_estimated,inclusive_s,"},
    {"callees",
     "What a function calls, as call paths.",
     {"tree", NULL},
     PROFILE | CALLEES,
     ",path,file,line,calls,calls_estimated,inclusive_s,"},
    {"coverage", "Each function: called, never called, or not measured and why.", {"coverage", NULL}, PROFILE, NULL},
    {"diff",
     "What changed between two runs, by function: calls, which are exact, and times.",
     {"diff", NULL},
     BEFORE | AFTER,
     ",name,file,calls_before,calls_after,exclusive_before_s,exclusive_after_s,noise_s,beyond_noise,"},
    {"gate",
     "Which functions make more or fewer calls than a baseline says, and which call path that comes from; no row: "
     "none.",
     {"gate", NULL},
     BASELINE | PROFILE,
     ",change,name,file,line,metric,now_least,now_most,before_least,before_most,difference,fails,cause_path,cause_"
     "difference,"},
    {"metrics", "What else than calls and time was measured.", {"metrics", NULL}, PROFILE, NULL},
    {"imbalance",
     "Unequal work of MPI ranks, and where they wait for each other.",
     {"imbalance", NULL},
     PROFILE,
     ",path,file,line,calls,lost_s,excess_s,rank_mean_s,rank_max_s,rank_of_max,"},
    {"waiting",
     "Which calls of MPI waited for other ranks, which calls of which rank others waited for, and what made that rank "
     "late.",
     {"waiting", NULL},
     PROFILE,
     ",path,calls,waiting_s,rank_of_waiting_max,delay_s,rank_of_delay_max,cause_s,rank_of_cause_max,site,"},
    {"tests", "Which tests of a suite reach a function, by which path.", {"tests", NULL}, FOLDER | FUNCTION, NULL},
};
enum { TOOLS = sizeof tools / sizeof *tools };

const char *tools_string(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

static const struct tool *find(const char *name)
{
    for (size_t i = 0; i < TOOLS; i++)
        if (!strcmp(tools[i].name, name))
            return &tools[i];
    return NULL;
}

bool tools_has(const char *name)
{
    return find(name) != NULL;
}

/* --- what there is --- */

static void write_schema(FILE *stream, const struct tool *tool)
{
    const char *gap = "";
    fputs("{\"type\":\"object\",\"properties\":{", stream);
    for (size_t i = 0; i < PARAMETERS; i++) {
        const struct parameter *parameter = &parameters[i];
        if (tool->accepts & parameter->bit)
            fprintf(stream, "\"%s\":{\"type\":\"%s\",\"description\":\"%s\"},", parameter->name,
                    parameter->bit == MINIMUM ? "number" : "string", parameter->description);
    }
    fprintf(
        stream,
        "\"rows\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":%d,\"description\":\"how many rows at most, %d if it "
        "is left out\"}},\"required\":[",
        MOST_ROWS, ROWS);
    for (size_t i = 0; i < PARAMETERS; i++)
        if (tool->accepts & parameters[i].bit && parameters[i].required) {
            fprintf(stream, "%s\"%s\"", gap, parameters[i].name);
            gap = ",";
        }
    fputs("],\"additionalProperties\":false}", stream);
}

void tools_write(FILE *stream)
{
    putc('[', stream);
    for (size_t i = 0; i < TOOLS; i++) {
        fprintf(stream,
                "%s{\"name\":\"%s\",\"description\":\"%s\",\"annotations\":{\"readOnlyHint\":true},\"inputSchema\":",
                i ? "," : "", tools[i].name, tools[i].description);
        write_schema(stream, &tools[i]);
        putc('}', stream);
    }
    putc(']', stream);
}

/* --- the command --- */

struct call {
    const struct tool *tool;
    char *words[WORDS + PARAMETERS];
    size_t count;
    struct arena *arena;
    struct error *error;
};

static void add_word(struct call *call, const char *word)
{
    call->words[call->count++] = arena_copy(call->arena, word, strlen(word));
}

/* A file or folder as the command gets it: one below this folder, with a name that can be no option. */
static bool add_file(struct call *call, const char *name)
{
    char here[PATH_MAX], path[PATH_MAX];
    size_t length = realpath(".", here) ? strlen(here) : 0;
    bool inside = length && realpath(name, path) && !strncmp(path, here, length) &&
                  (path[length] == '/' || !path[length] || length == 1);
    if (!inside)
        return error_set(call->error, ERROR_USAGE, "%s: no file of this folder; `list` names its profiles", name);
    add_word(call, path[length] ? arena_printf(call->arena, "./%s", path + length + (length > 1)) : ".");
    return true;
}

/* Named, so that the command does not look for what crashed processes left. */
static bool add_newest(struct call *call)
{
    struct folder folder;
    if (!folder_read(&folder, ".", call->arena, call->error))
        return false;
    if (!folder.count)
        return error_set(call->error, ERROR_PROFILE, "no profile (*.instr) in this folder");
    add_word(call, folder.entries[0].path);
    return true;
}

static bool add_parameter(struct call *call, const struct parameter *parameter, const cJSON *arguments)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(arguments, parameter->name);
    bool number = parameter->bit == MINIMUM;
    if (value && !(number ? cJSON_IsNumber(value) : cJSON_IsString(value)))
        return error_set(call->error, ERROR_USAGE, "%s: `%s` is of another type", call->tool->name, parameter->name);
    if (!value && parameter->required)
        return error_set(call->error, ERROR_USAGE, "%s: `%s` is missing", call->tool->name, parameter->name);
    if (!parameter->option)
        return value                      ? add_file(call, value->valuestring)
               : parameter->bit == FOLDER ? add_file(call, ".")
                                          : add_newest(call);
    if (value)
        add_word(call, number ? arena_printf(call->arena, "%s%g", parameter->option, value->valuedouble)
                              : arena_printf(call->arena, "%s%s", parameter->option, value->valuestring));
    return true;
}

static bool make_words(struct call *call, const cJSON *arguments)
{
    const struct tool *tool = call->tool;
    bool done = true;
    add_word(call, "instr-report");
    for (size_t i = 0; i < 2 && tool->words[i]; i++)
        add_word(call, tool->words[i]);
    add_word(call, "--json");
    for (size_t i = 0; done && i < PARAMETERS; i++)
        if (tool->accepts & parameters[i].bit)
            done = add_parameter(call, &parameters[i], arguments);
    return done;
}

/* A verdict against a run is an answer, too. */
static bool has_answered(int status)
{
    return WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == ERROR_CHANGED);
}

/* Runs it with nothing to read. What it writes is in `out`, and what it says of a failure in `err`. */
static bool run(struct call *call, int out, int err, int *status)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    if (posix_spawn_file_actions_init(&actions))
        return false;
    bool done = !posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) &&
                !posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO) &&
                !posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO) &&
                !posix_spawn(&child, "/proc/self/exe", &actions, NULL, call->words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return done && waitpid(child, status, 0) == child;
}

static char *contents(int file, struct arena *arena)
{
    size_t size;
    const char *why;
    return lseek(file, 0, SEEK_SET) == 0 ? input_take(file, (size_t)1 << 31, &size, arena, &why) : NULL;
}

/* --- the answer --- */

static bool has_column(const struct tool *tool, const char *name)
{
    size_t length = strlen(name);
    const char *at = tool->columns;
    while (at && (at = strstr(at, name)) && (at[-1] != ',' || at[length] != ','))
        at++;
    return !tool->columns || at;
}

/* A row without what is empty. False: it is none of ours, or there is no memory. */
static bool write_row(FILE *stream, const struct tool *tool, const char *line, size_t length)
{
    cJSON *row = cJSON_ParseWithLength(line, length);
    for (cJSON *member = row ? row->child : NULL, *next; member; member = next) {
        next = member->next;
        bool empty = cJSON_IsNull(member) || (cJSON_IsString(member) && !*member->valuestring);
        if (empty || !has_column(tool, member->string))
            cJSON_Delete(cJSON_DetachItemViaPointer(row, member));
    }
    char *text = row ? cJSON_PrintUnformatted(row) : NULL;
    if (text)
        fputs(text, stream);
    cJSON_free(text);
    cJSON_Delete(row);
    return text != NULL;
}

/* Of the records, which have a row a line, the first few, and how many more there are. */
static bool write_rows(FILE *stream, const struct tool *tool, const char *records, unsigned long most)
{
    unsigned long count = 0;
    bool done = true;
    fputs("{\"rows\":[", stream);
    for (const char *line = records; done && (line = strstr(line, "\n  {")); line++) {
        const char *start = line + 3;
        size_t length = strcspn(start, "\n");
        length -= length && start[length - 1] == ',';
        if (count++ >= most)
            continue;
        fputs(count > 1 ? ",\n" : "", stream);
        done = write_row(stream, tool, start, length);
    }
    fputs("]", stream);
    if (count > most)
        fprintf(stream, ",\"left_out\":%lu,\"more\":\"ask with rows=%lu\"", count - most,
                count < MOST_ROWS ? count : MOST_ROWS);
    fputs("}", stream);
    return done;
}

static const char *answer(const struct tool *tool, const char *records, unsigned long most, struct arena *arena,
                          struct error *error)
{
    char *text;
    size_t size;
    FILE *stream = needed_stream(&text, &size);
    bool done = write_rows(stream, tool, records, most);
    needed_stream_end(stream);
    const char *copy = done ? arena_copy(arena, text, size) : NULL;
    free(text);
    if (!copy)
        error_set(error, ERROR_INTERNAL, "the command did not write what it should, or there is no memory");
    return copy;
}

static bool rows_of(const cJSON *arguments, unsigned long *rows, struct error *error)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(arguments, "rows");
    double asked = value ? cJSON_GetNumberValue(value) : ROWS;
    *rows = asked >= 1 && asked <= MOST_ROWS ? (unsigned long)asked : 0;
    return *rows || error_set(error, ERROR_USAGE, "`rows` is a number from 1 to %d", MOST_ROWS);
}

const char *tools_call(const char *name, const cJSON *arguments, struct arena *arena, struct error *error)
{
    struct call call = {.tool = find(name), .arena = arena, .error = error};
    unsigned long rows;
    int status = -1;
    if (!rows_of(arguments, &rows, error) || !make_words(&call, arguments))
        return NULL;
    int out = memfd_create("answer", MFD_CLOEXEC), err = memfd_create("failure", MFD_CLOEXEC);
    bool ran = out >= 0 && err >= 0 && run(&call, out, err, &status);
    const char *text = ran ? contents(has_answered(status) ? out : err, arena) : NULL;
    if (out >= 0)
        close(out);
    if (err >= 0)
        close(err);
    if (!text || !has_answered(status)) {
        error_set(error, ERROR_INTERNAL, "%s", text && *text ? text : "the command could not be run");
        return NULL;
    }
    return answer(call.tool, text, rows, arena, error);
}
