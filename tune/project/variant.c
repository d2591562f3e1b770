/* variant.c - see variant.h. */
#include "tune/project/variant.h"

#include <inttypes.h>
#include <lauxlib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct value *variant_value(const struct project *project, const uint16_t *genes, unsigned parameter)
{
    return &project->parameters[parameter].values[genes[parameter]];
}

/* --- results of the project's functions --- */

/* Calls a function of the project's table with the genes; leaves its result on top of the stack. */
static bool call(struct project *project, const char *function, const uint16_t *genes, struct error *error)
{
    lua_State *lua = project->lua;
    lua_settop(lua, 0);
    luaL_checkstack(lua, PARAMETERS_MOST + 4, NULL);
    lua_getfield(lua, LUA_REGISTRYINDEX, PROJECT_TABLE);
    lua_getfield(lua, -1, function);
    for (unsigned i = 0; i < project->parameter_count; i++)
        lua_pushinteger(lua, genes[i]);
    return project_call(project, (int)project->parameter_count, 1, error);
}

bool variant_allowed(struct project *project, const uint16_t *genes, const struct restriction **broken,
                     struct error *error)
{
    *broken = NULL;
    if (!project->restriction_count)
        return true;
    if (!call(project, "broken", genes, error))
        return false;
    lua_Integer number = lua_tointeger(project->lua, -1);
    if (number)
        *broken = &project->restrictions[number - 1];
    return true;
}

/* Returns a text of the table on top of the stack, or NULL. */
static const char *text_of(lua_State *lua, const char *key, size_t *size, struct arena *arena)
{
    lua_getfield(lua, -1, key);
    const char *text = lua_tolstring(lua, -1, size);
    text = text ? arena_copy(arena, text, *size) : NULL;
    lua_pop(lua, 1);
    return text;
}

bool variant_recipe(struct project *project, const uint16_t *genes, struct recipe *recipe, struct arena *arena,
                    struct error *error)
{
    lua_State *lua = project->lua;
    size_t size;
    if (!call(project, "recipe", genes, error))
        return false;
    *recipe = (struct recipe){0};
    for (int i = 0; i < STEP_CORES; i++)
        recipe->commands[i] = text_of(lua, step_words[i], &size, arena);
    lua_getfield(lua, -1, "cores");
    recipe->cores = (unsigned)lua_tointeger(lua, -1);
    lua_getfield(lua, -2, "files");
    recipe->file_count = (unsigned)luaL_len(lua, -1);
    recipe->files = arena_array(arena, recipe->file_count, sizeof *recipe->files);
    for (unsigned i = 0; i < recipe->file_count; i++) {
        struct written_file *written = &recipe->files[i];
        lua_geti(lua, -1, i + 1);
        written->name = text_of(lua, "name", &size, arena);
        written->text = text_of(lua, "text", &written->size, arena);
        lua_pop(lua, 1);
    }
    return true;
}

/* --- its names --- */

const char *variant_key(struct project *project, const uint16_t *genes, struct arena *arena)
{
    struct error error = {0};
    return call(project, "key", genes, &error) ? arena_printf(arena, "%s", lua_tostring(project->lua, -1)) : "";
}

bool variant_from_key(struct project *project, const char *key, uint16_t *genes)
{
    lua_State *lua = project->lua;
    struct error error = {0};
    lua_settop(lua, 0);
    lua_getfield(lua, LUA_REGISTRYINDEX, PROJECT_TABLE);
    lua_getfield(lua, -1, "genes");
    lua_pushstring(lua, key);
    if (!project_call(project, 1, 1, &error) || !lua_istable(lua, -1))
        return false;
    for (unsigned i = 0; i < project->parameter_count; i++) {
        lua_geti(lua, -1, i + 1);
        genes[i] = (uint16_t)lua_tointeger(lua, -1);
        lua_pop(lua, 1);
    }
    return true;
}

const char *variant_text(const struct project *project, const uint16_t *genes, struct arena *arena)
{
    const char *text = "";
    for (unsigned i = 0; i < project->parameter_count; i++)
        text = arena_printf(arena, "%s%s%s=%s", text, i ? " " : "", project->parameters[i].name,
                            variant_value(project, genes, i)->text);
    return text;
}

bool variant_match(struct project *project, const struct measure *measure, const char *output, size_t size,
                   double *number, struct error *error)
{
    lua_State *lua = project->lua;
    lua_settop(lua, 0);
    lua_getglobal(lua, "string");
    lua_getfield(lua, -1, "match");
    lua_pushlstring(lua, output, size);
    lua_pushstring(lua, measure->pattern);
    if (!project_call(project, 2, 1, error))
        return error_prefix(error, "%s:%d", project->file, measure->line);
    if (lua_isnil(lua, -1))
        return error_set(error, ERROR_USAGE, "its output has nothing like '%s'", measure->pattern);
    int is_number;
    *number = lua_tonumberx(lua, -1, &is_number);
    if (!is_number)
        return error_set(error, ERROR_USAGE, "its output has '%.60s' where a number should be", lua_tostring(lua, -1));
    return true;
}

uint64_t space_size(const struct project *project)
{
    uint64_t size = 1;
    for (unsigned i = 0; i < project->parameter_count; i++)
        if (__builtin_mul_overflow(size, project->parameters[i].count, &size))
            return UINT64_MAX;
    return size;
}

void space_genes(const struct project *project, uint64_t number, uint16_t *genes)
{
    for (unsigned i = project->parameter_count; i-- > 0;) {
        genes[i] = (uint16_t)(number % project->parameters[i].count);
        number /= project->parameters[i].count;
    }
}

uint64_t space_number(const struct project *project, const uint16_t *genes)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < project->parameter_count; i++)
        number = number * project->parameters[i].count + genes[i];
    return number;
}

bool space_list(struct project *project, uint64_t **numbers, uint64_t *count, struct arena *arena, struct error *error)
{
    uint64_t size = space_size(project);
    size_t room = 0;
    uint16_t genes[PARAMETERS_MOST];
    *numbers = NULL;
    *count = 0;
    if (size > SPACE_LISTED)
        return error_set(error, ERROR_USAGE,
                         "%s: %" PRIu64 " combinations are too many to try each; search among them: --search model",
                         project->file, size);
    for (uint64_t i = 0; i < size; i++) {
        const struct restriction *broken;
        space_genes(project, i, genes);
        if (!variant_allowed(project, genes, &broken, error))
            return false;
        if (broken)
            continue;
        *numbers = arena_room(arena, *numbers, *count, &room, sizeof **numbers);
        (*numbers)[(*count)++] = i;
    }
    return true;
}
