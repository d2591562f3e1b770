/* suite.c - see suite.h. */
#include "report/suite/suite.h"

#include "base/hash.h"
#include "base/name.h"
#include "profile/files.h"
#include "report/binary/binary.h"
#include "report/derive/summary.h"
#include "report/derive/view.h"
#include "report/read/folder.h"
#include "report/read/load.h"
#include "report/show/progress.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* --- which profile is of which test --- */

struct input {
    const char *path;
    const char *test; /* "" of a binary, which is no test's */
};

struct inputs {
    struct input *of;
    size_t count, room;
};

/* "heat" of "heat.1234.instr": what a profile is called if nobody says otherwise, without the process. */
static const char *program_of(const char *file, struct arena *arena)
{
    size_t length = strlen(file);
    length -= name_ends(file, ".instr") ? strlen(".instr") : 0;
    size_t end = length;
    while (end && isdigit((unsigned char)file[end - 1]))
        end--;
    return arena_copy(arena, file, end > 1 && end < length && file[end - 1] == '.' ? end - 1 : length);
}

/* `path` is that of a profile from where it was looked for. */
static const char *test_of(const char *path, struct arena *arena)
{
    const char *file = name_base(path);
    size_t folder = (size_t)(file - path);
    const char *in = arena_copy(arena, path, folder ? folder - 1 : 0);
    if (name_ends(in, FOLDER_OF_PROGRAM))
        in = name_base(in) == in ? "" : arena_copy(arena, in, (size_t)(name_base(in) - in) - 1);
    return *in ? in : program_of(file, arena);
}

static void add_input(struct inputs *inputs, const char *path, const char *test, struct arena *arena)
{
    inputs->of = arena_room(arena, inputs->of, inputs->count, &inputs->room, sizeof *inputs->of);
    inputs->of[inputs->count++] = (struct input){path, test};
}

static bool add_folder(struct inputs *inputs, const char *directory, struct arena *arena, struct error *error)
{
    struct folder folder;
    size_t length = strlen(directory), skip = strcmp(directory, ".") ? length + (directory[length - 1] != '/') : 0;
    if (!folder_read_below(&folder, directory, arena, error))
        return false;
    if (!folder.count)
        return error_set(error, ERROR_PROFILE, "%s: no profile (*.instr) in this folder or below it", directory);
    for (uint32_t i = 0; i < folder.count; i++)
        add_input(inputs, folder.entries[i].path, test_of(folder.entries[i].path + skip, arena), arena);
    return true;
}

static int compare_inputs(const void *left, const void *right)
{
    const struct input *a = left, *b = right;
    int order = strcmp(a->test, b->test);
    return order ? order : strcmp(a->path, b->path);
}

static bool find_inputs(struct inputs *inputs, const struct options *options, struct arena *arena, struct error *error)
{
    *inputs = (struct inputs){0};
    if (!options->file_count && !add_folder(inputs, ".", arena, error))
        return false;
    for (int i = 0; i < options->file_count; i++) {
        const char *path = options->files[i];
        bool folder = folder_is(path);
        if (folder && !add_folder(inputs, path, arena, error))
            return false;
        const char *test = binary_recognize(path) ? "" : program_of(name_base(path), arena);
        if (!folder)
            add_input(inputs, path, test, arena);
    }
    qsort(inputs->of, inputs->count, sizeof *inputs->of, compare_inputs);
    return true;
}

/* --- functions, by a table --- */

struct table {
    struct suite *suite;
    size_t room;     /* of functions */
    uint32_t *slots; /* function + 1, 0 = free; as many as a power of two */
    size_t slot_count;
    struct arena *arena;
};

static uint64_t hash_of(const char *name, const char *path, uint32_t line)
{
    return hash_number(hash_text(hash_text(HASH_START, name), path), line);
}

/* The slot that has the function, or where it belongs. */
static uint32_t *find_slot(const struct table *table, const char *name, const char *path, uint32_t line)
{
    for (size_t at = hash_of(name, path, line);; at++) {
        uint32_t *slot = &table->slots[at & (table->slot_count - 1)];
        const struct suite_function *function = *slot ? &table->suite->functions[*slot - 1] : NULL;
        if (!function || (function->line == line && !strcmp(function->name, name) && !strcmp(function->path, path)))
            return slot;
    }
}

static void make_slots(struct table *table)
{
    const struct suite *suite = table->suite;
    if (2 * suite->function_count < table->slot_count)
        return;
    table->slot_count = table->slot_count ? 4 * table->slot_count : 4096;
    table->slots = arena_array(table->arena, table->slot_count, sizeof *table->slots);
    for (size_t i = 0; i < suite->function_count; i++) {
        const struct suite_function *function = &suite->functions[i];
        *find_slot(table, function->name, function->path, function->line) = (uint32_t)i + 1;
    }
}

static void add_function(struct table *table, const struct profile_region *region, const char *path)
{
    struct suite *suite = table->suite;
    suite->functions =
        arena_room(table->arena, suite->functions, suite->function_count, &table->room, sizeof *suite->functions);
    suite->functions[suite->function_count++] =
        (struct suite_function){.name = arena_printf(table->arena, "%s", region->name),
                                .file = arena_printf(table->arena, "%s", region->file),
                                .path = path,
                                .origin = arena_printf(table->arena, "%s", region->origin),
                                .reason = arena_printf(table->arena, "%s", region->reason),
                                .line = region->line,
                                .last = ""};
}

static struct suite_function *function_of(struct table *table, const struct profile_region *region)
{
    const char *path = files_path(region->file, table->arena);
    make_slots(table);
    uint32_t *slot = find_slot(table, region->name, path, region->line);
    if (!*slot) {
        add_function(table, region, path);
        *slot = (uint32_t)table->suite->function_count;
    }
    struct suite_function *function = &table->suite->functions[*slot - 1];
    if (!*region->reason)
        function->reason = "";
    return function;
}

/* --- what a profile says --- */

static void add_hit(struct suite_function *function, uint32_t test, const struct view *view, uint32_t region,
                    struct arena *arena)
{
    const struct view_region *shown = &view->regions[region];
    const char *start = profile_meta(view->profile, "start", "");
    struct suite_hit *last = function->hit_count ? &function->hits[function->hit_count - 1] : NULL;
    if (strcmp(start, function->last) > 0)
        function->last = arena_printf(arena, "%s", start);
    if (last && last->test == test) {
        last->calls += shown->calls.calls;
        return;
    }
    function->hits =
        arena_room(arena, function->hits, function->hit_count, &function->hit_room, sizeof *function->hits);
    function->hits[function->hit_count++] =
        (struct suite_hit){test, shown->calls.calls, view_path(view, shown->first, arena)};
}

static void take_profile(struct table *table, const struct profile *profile, uint32_t test, struct arena *scratch)
{
    struct view view;
    view_make(&view, profile, SORT_NAME, false, scratch);
    for (uint32_t i = 0; i < profile->region_count; i++) {
        if (profile->regions[i].kind != REGION_FUNCTION || coverage_of_library(&view, i))
            continue;
        struct suite_function *function = function_of(table, &profile->regions[i]);
        if (view.regions[i].calls.calls > 0)
            add_hit(function, test, &view, i, table->arena);
    }
}

/* The tests have the order of the inputs. */
static uint32_t take_test(struct suite *suite, const struct input *input)
{
    if (!*input->test)
        return SUITE_NONE;
    struct suite_test *last = suite->test_count ? &suite->tests[suite->test_count - 1] : NULL;
    if (!last || strcmp(last->name, input->test) != 0)
        suite->tests[suite->test_count++] = (struct suite_test){.name = input->test};
    return (uint32_t)suite->test_count - 1;
}

static int compare_functions(const void *left, const void *right)
{
    const struct suite_function *a = left, *b = right;
    int order = strcmp(a->file, b->file);
    if (!order)
        order = (a->line > b->line) - (a->line < b->line);
    return order ? order : strcmp(a->name, b->name);
}

static void count_functions(struct suite *suite)
{
    for (size_t i = 0; i < suite->function_count; i++) {
        const struct suite_function *function = &suite->functions[i];
        uint32_t only = suite_only(function);
        for (size_t k = 0; k < function->hit_count; k++)
            suite->tests[function->hits[k].test].functions++;
        if (only != SUITE_NONE)
            suite->tests[only].alone++;
    }
}

static void show_files(struct suite *suite, struct arena *arena)
{
    struct profile_region *regions = arena_array(arena, suite->function_count, sizeof *regions);
    for (size_t i = 0; i < suite->function_count; i++)
        regions[i].file = suite->functions[i].file;
    files_show(regions, (uint32_t)suite->function_count, arena);
    for (size_t i = 0; i < suite->function_count; i++) {
        char *file = arena_copy(arena, regions[i].file, strlen(regions[i].file));
        name_collapse(file);
        suite->functions[i].file = file;
    }
}

static void find_folder(struct suite *suite)
{
    for (size_t i = 0; i < suite->function_count; i++) {
        const char *file = suite->functions[i].file;
        if (!suite->functions[i].hit_count)
            continue;
        if (!suite->folder_file) {
            suite->folder_file = file;
            suite->folder = strlen(file);
        }
        suite->folder = name_shared(suite->folder_file, file, suite->folder);
    }
}

const char *suite_file(const struct suite *suite, const struct suite_function *function)
{
    bool inside = suite->folder && !strncmp(function->file, suite->folder_file, suite->folder);
    return function->file + (inside ? suite->folder : 0);
}

bool suite_load(struct suite *suite, const struct options *options, struct arena *arena, struct error *error)
{
    struct inputs inputs;
    struct table table = {.suite = suite, .arena = arena};
    struct arena scratch = {0};
    *suite = (struct suite){0};
    if (!find_inputs(&inputs, options, arena, error))
        return false;
    bool done = true;
    suite->tests = arena_array(arena, inputs.count, sizeof *suite->tests);
    for (size_t i = 0; done && i < inputs.count; i++) {
        struct profile profile;
        uint32_t test = take_test(suite, &inputs.of[i]);
        progress_show("reading profiles", i, inputs.count);
        done = load_input(inputs.of[i].path, options->accepts & TAKES_BINARIES, &profile, &scratch, error);
        if (done)
            take_profile(&table, &profile, test, &scratch);
        if (done && test != SUITE_NONE)
            suite->tests[test].processes += profile.nodes[0].ranks.called;
        arena_clear(&scratch);
    }
    arena_free(&scratch);
    progress_hide();
    if (!done)
        return false;
    show_files(suite, arena);
    qsort(suite->functions, suite->function_count, sizeof *suite->functions, compare_functions);
    count_functions(suite);
    find_folder(suite);
    return true;
}

uint32_t suite_only(const struct suite_function *function)
{
    return function->hit_count == 1 ? function->hits[0].test : SUITE_NONE;
}

const char *suite_status(const struct suite_function *function)
{
    return *function->reason ? "not-instrumented" : function->hit_count ? "called" : "never-called";
}
