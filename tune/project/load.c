/* load.c - see project.h. */
#include "tune/project/project.h"

#include "common/input.h"
#include "tune/project/language.h"
#include "tune/project/template.h"

#include <errno.h>
#include <lauxlib.h>
#include <limits.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- what can only be checked when all has been read --- */

static const char *any_known(void *state, const char *name)
{
    return project_knows(state, name) ? name : NULL;
}

static bool check_template(struct project *project, const struct step *step, struct error *error)
{
    const char *unknown = NULL;
    if (!step->template || template_fill(step->template, any_known, project, &unknown, project->arena))
        return true;
    return language_error(project, step->line, error, "no parameter '%s'; for braces of the shell write {{%s}}",
                          unknown, unknown);
}

static bool check_whole(struct project *project, struct error *error)
{
    if (!project->steps[STEP_RUN].line)
        return error_set(error, ERROR_USAGE, "%s: nothing is run: it lacks run(\"COMMAND\")", project->file);
    for (int i = 0; i < STEPS; i++)
        if (!check_template(project, &project->steps[i], error))
            return false;
    if (!check_template(project, &project->cores, error))
        return false;
    for (unsigned i = 0; i < project->predefined_count; i++)
        for (unsigned k = 0; k < i; k++)
            if (!strcmp(project->predefined[i].name, project->predefined[k].name))
                return language_error(project, project->predefined[i].line, error, "'%s' is on line %d already",
                                      project->predefined[i].name, project->predefined[k].line);
    /* A parameter below predefined() would have no value in it. */
    for (unsigned i = 0; i < project->predefined_count; i++)
        for (unsigned k = 0; k < project->parameter_count; k++)
            if (project->parameters[k].line > project->predefined[i].line)
                return language_error(project, project->predefined[i].line, error,
                                      "'%s' needs all parameters above it, and '%s' is on line %d",
                                      project->predefined[i].name, project->parameters[k].name,
                                      project->parameters[k].line);
    return true;
}

/* --- reading --- */

static bool set_paths(struct project *project, const char *path, struct error *error)
{
    char whole[PATH_MAX];
    if (!realpath(path, whole))
        return error_set(error, ERROR_USAGE, "can't read %s: %s; 'instr-tune init' writes a project file to start from",
                         path, strerror(errno));
    char *slash = strrchr(whole, '/'), *dot = strrchr(slash, '.');
    project->file = path;
    project->name = arena_copy(project->arena, slash + 1, dot ? (size_t)(dot - slash - 1) : strlen(slash + 1));
    project->directory = arena_copy(project->arena, whole, slash == whole ? 1 : (size_t)(slash - whole));
    project->folder =
        arena_printf(project->arena, "%s/%s.results", slash == whole ? "" : project->directory, project->name);
    return true;
}

static void set_defaults(struct project *project)
{
    for (int i = 0; i < STEPS; i++)
        project->steps[i] = (struct step){.function = LUA_NOREF, .limit = i == STEP_RUN ? 60 : 600};
    project->cores.function = LUA_NOREF;
    project->warmup = 1;
    project->repeats_least = 3;
    project->repeats_most = 10;
    project->spread = 0.02;
    project->search =
        (struct search_settings){.unique = 100, .population = 30, .mutation = 100, .elitism = true, .seed = 1};
    project->measures[0] = (struct measure){.name = "objective", .metric = METRIC_WALL, .text = "wall - "};
    project->measure_count = 1;
}

/* As Lua reads its files: a mark of UTF-8 and a first line that names who runs the file are passed over. */
static bool load_file(struct project *project, struct error *error)
{
    size_t size, skip = 0;
    const char *why, *text = input_read(project->file, INPUT_TEXT, &size, project->arena, &why);
    const char *name = arena_printf(project->arena, "@%s", project->file);
    if (!text)
        return error_set(error, ERROR_USAGE, "can't read %s: %s", project->file, why);
    if (!strncmp(text, "\xef\xbb\xbf", 3))
        skip = 3;
    if (text[skip] == '#')
        skip += strcspn(text + skip, "\n");
    return !luaL_loadbufferx(project->lua, text + skip, size - skip, name, "t") ||
           error_set(error, ERROR_USAGE, "%s", lua_tostring(project->lua, -1));
}

bool project_load(struct project *project, const char *path, struct arena *arena, struct error *error)
{
    *project = (struct project){.arena = arena};
    set_defaults(project);
    if (!set_paths(project, path, error))
        return false;
    project->lua = luaL_newstate();
    if (!project->lua)
        return error_set(error, ERROR_INTERNAL, "no memory for Lua");
    luaL_openlibs(project->lua);
    *(struct project **)lua_getextraspace(project->lua) = project;
    language_open(project);
    return load_file(project, error) && language_call(project, 0, 0, error) && check_whole(project, error);
}

void project_close(struct project *project)
{
    if (project->lua)
        lua_close(project->lua);
    project->lua = NULL;
}
