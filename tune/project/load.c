/* load.c - see project.h: runs a project file, and takes over what project.lua has gathered of it. */
#include "tune/project/project.h"

#include "common/input.h"
#include "tune/viewer/texts.h"

#include <errno.h>
#include <lauxlib.h>
#include <limits.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- reading fields of the table on top of the stack --- */

static double get_number(struct project *project, const char *key)
{
    lua_getfield(project->lua, -1, key);
    double number = lua_isboolean(project->lua, -1) ? lua_toboolean(project->lua, -1) : lua_tonumber(project->lua, -1);
    lua_pop(project->lua, 1);
    return number;
}

/* Returns NULL if there is none. */
static const char *get_text(struct project *project, const char *key)
{
    lua_getfield(project->lua, -1, key);
    const char *text = lua_tostring(project->lua, -1);
    text = text ? arena_printf(project->arena, "%s", text) : NULL;
    lua_pop(project->lua, 1);
    return text;
}

/* Reads a list: allocates its entries, each of which `read` fills in with the entry's table on top of the stack. */
static unsigned get_list(struct project *project, const char *key, void *room, size_t size,
                         void (*read)(struct project *project, void *entry))
{
    char **array = room;
    lua_getfield(project->lua, -1, key);
    unsigned count = (unsigned)luaL_len(project->lua, -1);
    *array = arena_array(project->arena, count, size);
    for (unsigned i = 0; i < count; i++) {
        lua_geti(project->lua, -1, i + 1);
        read(project, *array + i * size);
        lua_pop(project->lua, 1);
    }
    lua_pop(project->lua, 1);
    return count;
}

/* --- filling in the project --- */

static void read_parameter(struct project *project, void *entry)
{
    struct parameter *parameter = entry;
    lua_State *lua = project->lua;
    *parameter = (struct parameter){.name = get_text(project, "name"), .ordered = get_number(project, "ordered") != 0};
    lua_getfield(lua, -1, "values");
    lua_getfield(lua, -2, "texts");
    parameter->count = (unsigned)luaL_len(lua, -1);
    parameter->values = arena_array(project->arena, parameter->count, sizeof *parameter->values);
    for (unsigned i = 0; i < parameter->count; i++) {
        lua_geti(lua, -2, i + 1);
        lua_geti(lua, -2, i + 1);
        parameter->values[i] = (struct value){.is_number = lua_type(lua, -2) == LUA_TNUMBER,
                                              .is_text = lua_type(lua, -2) == LUA_TSTRING,
                                              .number = lua_tonumber(lua, -2),
                                              .text = arena_printf(project->arena, "%s", lua_tostring(lua, -1))};
        lua_pop(lua, 2);
    }
    lua_pop(lua, 2);
}

static void read_restriction(struct project *project, void *entry)
{
    *(struct restriction *)entry = (struct restriction){get_text(project, "text"), (int)get_number(project, "line")};
}

static void read_predefined(struct project *project, void *entry)
{
    struct predefined *one = entry;
    *one = (struct predefined){.name = get_text(project, "name"), .line = (int)get_number(project, "line")};
    lua_getfield(project->lua, -1, "genes");
    for (unsigned i = 0; i < project->parameter_count; i++) {
        lua_geti(project->lua, -1, i + 1);
        one->genes[i] = (uint16_t)lua_tointeger(project->lua, -1);
        lua_pop(project->lua, 1);
    }
    lua_pop(project->lua, 1);
}

static void read_pattern(struct project *project, void *entry)
{
    *(struct pattern *)entry =
        (struct pattern){get_text(project, "text"), get_number(project, "kind") > 0 ? CONTENT_INPUTS : CONTENT_SOURCES};
}

static void read_measure(struct project *project, void *entry)
{
    *(struct measure *)entry = (struct measure){.name = get_text(project, "name"),
                                                .region = get_text(project, "region"),
                                                .pattern = get_text(project, "pattern"),
                                                .metric = (enum metric)get_number(project, "metric"),
                                                .ranks = (enum over_ranks)get_number(project, "ranks"),
                                                .threads = (enum over_threads)get_number(project, "threads"),
                                                .repeats = (enum over_repeats)get_number(project, "repeats"),
                                                .maximise = get_number(project, "maximise") != 0,
                                                .text = get_text(project, "key"),
                                                .line = (int)get_number(project, "line")};
}

static void read_steps(struct project *project)
{
    lua_getfield(project->lua, -1, "steps");
    for (int i = 0; i < STEPS; i++) {
        if (lua_getfield(project->lua, -1, step_words[i]) == LUA_TTABLE)
            project->steps[i] = (struct step){get_number(project, "limit"), (int)get_number(project, "line")};
        lua_pop(project->lua, 1);
    }
    lua_pop(project->lua, 1);
    lua_getfield(project->lua, -1, "run");
    project->memory = get_number(project, "memory");
    project->spread = get_number(project, "spread");
    project->warmup = (unsigned)get_number(project, "warmup");
    project->repeats_least = (unsigned)get_number(project, "least");
    project->repeats_most = (unsigned)get_number(project, "most");
    lua_pop(project->lua, 1);
}

static void read_all(struct project *project)
{
    const char *name = get_text(project, "name"), *folder = get_text(project, "folder");
    project->name = name ? name : project->name;
    project->folder = folder ? folder : project->folder;
    project->parameter_count =
        get_list(project, "parameters", &project->parameters, sizeof *project->parameters, read_parameter);
    project->constant_count =
        get_list(project, "constants", &project->constants, sizeof *project->constants, read_parameter);
    project->restriction_count =
        get_list(project, "restrictions", &project->restrictions, sizeof *project->restrictions, read_restriction);
    project->predefined_count =
        get_list(project, "predefined", &project->predefined, sizeof *project->predefined, read_predefined);
    project->pattern_count = get_list(project, "patterns", &project->patterns, sizeof *project->patterns, read_pattern);
    project->measure_count = get_list(project, "measures", &project->measures, sizeof *project->measures, read_measure);
    read_steps(project);
    lua_getfield(project->lua, -1, "search");
    project->search = (struct search_settings){.unique = (unsigned)get_number(project, "unique"),
                                               .population = (unsigned)get_number(project, "population"),
                                               .generations = (unsigned)get_number(project, "generations"),
                                               .mutation = (unsigned)get_number(project, "mutation"),
                                               .one_point = get_number(project, "one_point") != 0,
                                               .elitism = get_number(project, "elitism") != 0,
                                               .random_parents = get_number(project, "random_parents") != 0,
                                               .seed = (uint64_t)get_number(project, "seed")};
    lua_pop(project->lua, 1);
}

/* --- the file --- */

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

/* Loads the file as Lua does: skips a UTF-8 mark and a first line that names an interpreter. */
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

bool project_call(struct project *project, int arguments, int results, struct error *error)
{
    if (!lua_pcall(project->lua, arguments, results, 0))
        return true;
    const char *text = lua_tostring(project->lua, -1);
    return error_set(error, ERROR_USAGE, "%s", text ? text : "the project file failed without a message");
}

bool project_load(struct project *project, const char *path, struct arena *arena, struct error *error)
{
    *project = (struct project){.arena = arena};
    if (!set_paths(project, path, error))
        return false;
    lua_State *lua = project->lua = luaL_newstate();
    if (!lua)
        return error_set(error, ERROR_INTERNAL, "no memory for Lua");
    luaL_openlibs(lua);
    luaL_loadbufferx(lua, (const char *)project_lua, project_lua_size, "=project.lua", "t");
    lua_pushstring(lua, project->file);
    lua_pushstring(lua, project->directory);
    if (!project_call(project, 2, 1, error))
        return false;
    lua_setfield(lua, LUA_REGISTRYINDEX, PROJECT_TABLE);
    if (!load_file(project, error) || !project_call(project, 0, 0, error))
        return false;
    lua_getfield(lua, LUA_REGISTRYINDEX, PROJECT_TABLE);
    lua_getfield(lua, -1, "check");
    if (!project_call(project, 0, 0, error))
        return false;
    read_all(project);
    lua_settop(lua, 0);
    return true;
}

void project_close(struct project *project)
{
    if (project->lua)
        lua_close(project->lua);
    project->lua = NULL;
}
