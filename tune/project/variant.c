/* variant.c - see variant.h. */
#include "tune/project/variant.h"

#include "tune/project/language.h"
#include "tune/project/template.h"

#include <inttypes.h>
#include <lauxlib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct value *variant_value(const struct project *project, const uint16_t *genes, unsigned parameter)
{
    return &project->parameters[parameter].values[genes[parameter]];
}

/* --- the table p that the project's functions get --- */

static void push_value(lua_State *lua, const struct value *value)
{
    switch (value->kind) {
    case VALUE_INTEGER:
        lua_pushinteger(lua, value->integer);
        break;
    case VALUE_NUMBER:
        lua_pushnumber(lua, value->number);
        break;
    case VALUE_TEXT:
        lua_pushstring(lua, value->text);
        break;
    case VALUE_TRUTH:
        lua_pushboolean(lua, value->integer != 0);
    }
}

static int unknown_name(lua_State *lua)
{
    return luaL_error(lua, "no parameter '%s'", lua_tostring(lua, 2));
}

/* Leaves p on the stack: parameters and constants, and derived values in the order of the file. */
static bool push_variant(struct project *project, const uint16_t *genes, struct error *error)
{
    lua_State *lua = project->lua;
    lua_settop(lua, 0);
    lua_createtable(lua, 0, (int)(project->parameter_count + project->named_count));
    if (luaL_newmetatable(lua, "instr-tune")) {
        lua_pushcfunction(lua, unknown_name);
        lua_setfield(lua, -2, "__index");
    }
    lua_setmetatable(lua, 1);
    for (unsigned i = 0; i < project->parameter_count; i++) {
        push_value(lua, variant_value(project, genes, i));
        lua_setfield(lua, 1, project->parameters[i].name);
    }
    lua_pushstring(lua, project->directory);
    lua_setfield(lua, 1, "project");
    for (unsigned i = 0; i < project->named_count; i++) {
        const struct named_value *named = &project->named[i];
        if (named->function == LUA_NOREF) {
            push_value(lua, &named->value);
        } else {
            lua_rawgeti(lua, LUA_REGISTRYINDEX, named->function);
            lua_pushvalue(lua, 1);
            if (!language_call(project, 1, 1, error))
                return false;
            if (lua_isnil(lua, -1))
                return language_error(project, named->line, error, "'%s' has no value", named->name);
        }
        lua_setfield(lua, 1, named->name);
    }
    return true;
}

bool variant_allowed(struct project *project, const uint16_t *genes, const struct restriction **broken,
                     struct error *error)
{
    *broken = NULL;
    if (!project->restriction_count)
        return true;
    if (!push_variant(project, genes, error))
        return false;
    for (unsigned i = 0; i < project->restriction_count; i++) {
        lua_rawgeti(project->lua, LUA_REGISTRYINDEX, project->restrictions[i].function);
        lua_pushvalue(project->lua, 1);
        if (!language_call(project, 1, 1, error))
            return false;
        bool holds = lua_toboolean(project->lua, -1);
        lua_pop(project->lua, 1);
        if (!holds) {
            *broken = &project->restrictions[i];
            return true;
        }
    }
    return true;
}

/* --- its commands --- */

struct lookup {
    struct project *project;
    struct arena *arena;
};

static const char *look_up(void *state, const char *name)
{
    struct lookup *lookup = state;
    struct value value;
    lua_getfield(lookup->project->lua, 1, name);
    bool found = language_value(lookup->project->lua, -1, &value, lookup->arena);
    lua_pop(lookup->project->lua, 1);
    return found ? value.text : NULL;
}

/* write(name, text), in `generate` only. */
static int word_write(lua_State *lua)
{
    struct recipe *recipe = lua_touserdata(lua, lua_upvalueindex(1));
    struct arena *arena = lua_touserdata(lua, lua_upvalueindex(2));
    const char *name = luaL_checkstring(lua, 1);
    size_t size;
    const char *text = luaL_checklstring(lua, 2, &size);
    if (*name == '/' || strstr(name, ".."))
        luaL_error(lua, "'%s' is not in the variant's own folder", name);
    size_t count = recipe->file_count;
    struct written_file *files = arena_grow(arena, recipe->files, count * sizeof *files, (count + 1) * sizeof *files);
    files[count] = (struct written_file){arena_printf(arena, "%s", name), arena_copy(arena, text, size), size};
    recipe->files = files;
    recipe->file_count++;
    return 0;
}

/* The command of a step; null for none. p lies at 1. */
static bool command_of(struct project *project, const struct step *step, const char **command, struct arena *arena,
                       struct error *error)
{
    lua_State *lua = project->lua;
    *command = NULL;
    if (step->template) {
        struct lookup lookup = {project, arena};
        const char *unknown;
        *command = template_fill(step->template, look_up, &lookup, &unknown, arena);
        if (!*command)
            return language_error(project, step->line, error,
                                  "'%s' is neither a number nor a text nor a truth value here", unknown);
        return true;
    }
    if (step->function == LUA_NOREF)
        return true;
    lua_rawgeti(lua, LUA_REGISTRYINDEX, step->function);
    lua_pushvalue(lua, 1);
    if (!language_call(project, 1, 1, error))
        return false;
    bool nothing = lua_isnil(lua, -1);
    if (!nothing && !lua_tostring(lua, -1))
        return language_error(project, step->line, error, "the function gives no command but a %s",
                              luaL_typename(lua, -1));
    *command = nothing ? NULL : arena_printf(arena, "%s", lua_tostring(lua, -1));
    lua_pop(lua, 1);
    return true;
}

static bool read_cores(struct project *project, struct recipe *recipe, struct arena *arena, struct error *error)
{
    const char *text;
    char *end;
    if (!command_of(project, &project->cores, &text, arena, error))
        return false;
    long cores = text ? strtol(text, &end, 10) : 0;
    if (text && (*end || cores < 1 || cores > 1 << 20))
        return language_error(project, project->cores.line, error, "'%s' is no number of cores", text);
    recipe->cores = (unsigned)cores;
    return true;
}

bool variant_recipe(struct project *project, const uint16_t *genes, struct recipe *recipe, struct arena *arena,
                    struct error *error)
{
    lua_State *lua = project->lua;
    *recipe = (struct recipe){0};
    if (!push_variant(project, genes, error))
        return false;
    for (int i = 0; i < STEPS; i++) {
        if (i == STEP_GENERATE) {
            lua_pushlightuserdata(lua, recipe);
            lua_pushlightuserdata(lua, arena);
            lua_pushcclosure(lua, word_write, 2);
        } else {
            lua_pushnil(lua);
        }
        lua_setglobal(lua, "write");
        if (!command_of(project, &project->steps[i], &recipe->commands[i], arena, error))
            return false;
    }
    return read_cores(project, recipe, arena, error);
}

/* --- its names --- */

static int compare_names(const void *a, const void *b)
{
    const struct parameter *const *x = a, *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

/* As JSON has it. */
static const char *quoted(const struct value *value, struct arena *arena)
{
    if (value->kind != VALUE_TEXT)
        return value->text;
    size_t length = strlen(value->text);
    char *out = arena_alloc(arena, 6 * length + 3), *end = out;
    *end++ = '"';
    for (const char *at = value->text; *at; at++) {
        if (*at == '"' || *at == '\\')
            *end++ = '\\';
        if ((unsigned char)*at >= ' ')
            *end++ = *at;
        else
            end += sprintf(end, "\\u%04x", (unsigned)*at);
    }
    *end++ = '"';
    return out;
}

static void sort_names(const struct project *project, const struct parameter *sorted[PARAMETERS_MOST])
{
    for (unsigned i = 0; i < project->parameter_count; i++)
        sorted[i] = &project->parameters[i];
    qsort(sorted, project->parameter_count, sizeof *sorted, compare_names);
}

const char *variant_key(const struct project *project, const uint16_t *genes, struct arena *arena)
{
    const struct parameter *sorted[PARAMETERS_MOST];
    const char *key = "{";
    sort_names(project, sorted);
    for (unsigned i = 0; i < project->parameter_count; i++) {
        const struct value *value = variant_value(project, genes, (unsigned)(sorted[i] - project->parameters));
        key = arena_printf(arena, "%s%s\"%s\":%s", key, i ? "," : "", sorted[i]->name, quoted(value, arena));
    }
    return arena_printf(arena, "%s}", key);
}

/* Moves *text behind `part` if it begins with that. */
static bool take_word(const char **text, const char *word)
{
    size_t length = strlen(word);
    bool there = !strncmp(*text, word, length);
    *text += there ? length : 0;
    return there;
}

/* The value that stands at *text, with what ends it. */
static bool take_value(const struct parameter *parameter, const char **text, uint16_t *gene, struct arena *arena)
{
    for (unsigned v = 0; v < parameter->count; v++) {
        const char *at = *text, *value = quoted(&parameter->values[v], arena);
        if (take_word(&at, value) && (*at == ',' || *at == '}')) {
            *gene = (uint16_t)v;
            *text = at;
            return true;
        }
    }
    return false;
}

bool variant_from_key(const struct project *project, const char *key, uint16_t *genes, struct arena *arena)
{
    const struct parameter *sorted[PARAMETERS_MOST];
    sort_names(project, sorted);
    if (!take_word(&key, "{"))
        return false;
    for (unsigned i = 0; i < project->parameter_count; i++) {
        uint16_t *gene = &genes[sorted[i] - project->parameters];
        if ((i && !take_word(&key, ",")) || !take_word(&key, "\"") || !take_word(&key, sorted[i]->name) ||
            !take_word(&key, "\":") || !take_value(sorted[i], &key, gene, arena))
            return false;
    }
    return !strcmp(key, "}");
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
    if (!language_call(project, 2, 1, error))
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
