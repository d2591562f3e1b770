/* language.c - see language.h. */
#include "tune/project/language.h"

#include <lauxlib.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The project that a Lua state belongs to. */
static struct project *language_project(lua_State *lua)
{
    return *(struct project **)lua_getextraspace(lua);
}

bool language_error(const struct project *project, int line, struct error *error, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return error_set(error, ERROR_USAGE, "%s:%d: %s", project->file, line, text);
}

bool language_call(struct project *project, int arguments, int results, struct error *error)
{
    if (!lua_pcall(project->lua, arguments, results, 0))
        return true;
    const char *text = lua_tostring(project->lua, -1);
    return error_set(error, ERROR_USAGE, "%s", text ? text : "an error without a text in the project file");
}

static int line_of_call(lua_State *lua)
{
    lua_Debug call;
    return lua_getstack(lua, 1, &call) && lua_getinfo(lua, "l", &call) ? call.currentline : 0;
}

static const char *keep(lua_State *lua, const char *text)
{
    return arena_printf(language_project(lua)->arena, "%s", text);
}

/* Room for one more entry at the end of an array of `count`. */
static void *grown(lua_State *lua, void *array, unsigned count, size_t size)
{
    return arena_grow(language_project(lua)->arena, array, count * size, (count + 1) * size);
}

bool language_value(lua_State *lua, int index, struct value *value, struct arena *arena)
{
    switch (lua_type(lua, index)) {
    case LUA_TNUMBER:
        if (lua_isinteger(lua, index))
            value_integer(value, lua_tointeger(lua, index), arena);
        else
            value_number(value, lua_tonumber(lua, index), arena);
        return isfinite(lua_tonumber(lua, index));
    case LUA_TSTRING:
        value_text(value, lua_tostring(lua, index), arena);
        return true;
    case LUA_TBOOLEAN:
        value_truth(value, lua_toboolean(lua, index));
        return true;
    default:
        return false;
    }
}

/* A new name, which commands will know: a word that nothing else is called. */
static const char *new_name(lua_State *lua)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const struct project *project = language_project(lua);
    const char *name = luaL_checkstring(lua, 1);
    if (!*name || strspn(name, letters) != strlen(name) || strchr("0123456789", *name))
        luaL_error(lua, "'%s' is no name: take letters, digits and _", name);
    if (!strcmp(name, "project"))
        luaL_error(lua, "'project' is the folder of this file; take another name");
    for (unsigned i = 0; i < project->parameter_count; i++)
        if (!strcmp(project->parameters[i].name, name))
            luaL_error(lua, "'%s' is on line %d already", name, project->parameters[i].line);
    for (unsigned i = 0; i < project->named_count; i++)
        if (!strcmp(project->named[i].name, name))
            luaL_error(lua, "'%s' is on line %d already", name, project->named[i].line);
    return keep(lua, name);
}

static struct parameter *new_parameter(lua_State *lua)
{
    struct project *project = language_project(lua);
    if (project->parameter_count == PARAMETERS_MOST)
        luaL_error(lua, "more than %d parameters", PARAMETERS_MOST);
    const char *name = new_name(lua);
    struct parameter *parameter = &project->parameters[project->parameter_count];
    *parameter = (struct parameter){.name = name, .line = line_of_call(lua)};
    return parameter;
}

static void give_room(lua_State *lua, struct parameter *parameter, double count)
{
    if (count > VALUES_MOST)
        luaL_error(lua, "'%s' has more than %d values", parameter->name, VALUES_MOST);
    parameter->count = (unsigned)count;
    parameter->values = arena_array(language_project(lua)->arena, parameter->count, sizeof(struct value));
}

/* range(name, first, last [, step]) */
static int word_range(lua_State *lua)
{
    struct parameter *parameter = new_parameter(lua);
    double first = luaL_checknumber(lua, 2), last = luaL_checknumber(lua, 3), step = luaL_optnumber(lua, 4, 1);
    if (!(step > 0) || !isfinite(step))
        luaL_error(lua, "the step of '%s' is not above 0", parameter->name);
    if (!(last >= first) || !isfinite(last) || !isfinite(first))
        luaL_error(lua, "'%s' ends before it begins", parameter->name);
    /* The last value counts where rounding leaves it just beyond. */
    give_room(lua, parameter, floor((last - first) / step * (1 + 1e-12) + 1e-9) + 1);
    for (unsigned i = 0; i < parameter->count; i++) {
        char text[40]; /* 0.8 + 2 * 0.2 is meant as 1.2 */
        snprintf(text, sizeof text, "%.12g", first + i * step);
        double number = fabs(first + i * step) < 1e11 ? strtod(text, NULL) : first + i * step;
        value_number(&parameter->values[i], number, language_project(lua)->arena);
    }
    parameter->ordered = true;
    language_project(lua)->parameter_count++;
    return 0;
}

/* list(name, {value, ...}) */
static int word_list(lua_State *lua)
{
    struct parameter *parameter = new_parameter(lua);
    luaL_checktype(lua, 2, LUA_TTABLE);
    give_room(lua, parameter, (double)luaL_len(lua, 2));
    if (!parameter->count)
        luaL_error(lua, "'%s' has no values", parameter->name);
    parameter->ordered = true;
    for (unsigned i = 0; i < parameter->count; i++) {
        lua_geti(lua, 2, i + 1);
        if (!language_value(lua, -1, &parameter->values[i], language_project(lua)->arena))
            luaL_error(lua, "value %d of '%s' is neither a number nor a text nor a truth value", (int)i + 1,
                       parameter->name);
        lua_pop(lua, 1);
        for (unsigned k = 0; k < i; k++)
            if (!strcmp(parameter->values[k].text, parameter->values[i].text))
                luaL_error(lua, "'%s' has the value %s twice", parameter->name, parameter->values[i].text);
        parameter->ordered &= value_is_number(&parameter->values[i]) &&
                              (!i || parameter->values[i - 1].number < parameter->values[i].number);
    }
    language_project(lua)->parameter_count++;
    return 0;
}

static struct named_value *new_named(lua_State *lua)
{
    struct project *project = language_project(lua);
    if (project->named_count == PARAMETERS_MOST)
        luaL_error(lua, "more than %d constants and derived values", PARAMETERS_MOST);
    const char *name = new_name(lua);
    struct named_value *named = &project->named[project->named_count];
    *named = (struct named_value){.name = name, .function = LUA_NOREF, .line = line_of_call(lua)};
    return named;
}

/* constant(name, value) */
static int word_constant(lua_State *lua)
{
    struct named_value *named = new_named(lua);
    if (!language_value(lua, 2, &named->value, language_project(lua)->arena))
        luaL_error(lua, "'%s' needs a number, a text or a truth value", named->name);
    language_project(lua)->named_count++;
    return 0;
}

/* Keeps the function at `index` for later. */
static int keep_function(lua_State *lua, int index)
{
    luaL_checktype(lua, index, LUA_TFUNCTION);
    lua_pushvalue(lua, index);
    return luaL_ref(lua, LUA_REGISTRYINDEX);
}

/* derived(name, function(p) ... end) */
static int word_derived(lua_State *lua)
{
    struct named_value *named = new_named(lua);
    named->function = keep_function(lua, 2);
    language_project(lua)->named_count++;
    return 0;
}

/* restrict([text,] function(p) ... end) */
static int word_restrict(lua_State *lua)
{
    struct project *project = language_project(lua);
    int line = line_of_call(lua), at = lua_isfunction(lua, 1) ? 1 : 2;
    char text[40];
    snprintf(text, sizeof text, "the restriction on line %d", line);
    int function = keep_function(lua, at);
    project->restrictions =
        grown(lua, project->restrictions, project->restriction_count, sizeof *project->restrictions);
    project->restrictions[project->restriction_count++] =
        (struct restriction){keep(lua, at == 2 ? luaL_checkstring(lua, 1) : text), function, line};
    return 0;
}

/* The place of the value on top of the stack among the parameter's. */
static uint16_t gene_of(lua_State *lua, const struct parameter *parameter)
{
    struct value value;
    if (language_value(lua, -1, &value, language_project(lua)->arena))
        for (unsigned i = 0; i < parameter->count; i++)
            if (value_equal(&parameter->values[i], &value))
                return (uint16_t)i;
    luaL_error(lua, "'%s' can't be %s", parameter->name, luaL_tolstring(lua, -1, NULL));
    return 0;
}

/* predefined(name, {parameter = value, ...}); the parameters stand before it. */
static int word_predefined(lua_State *lua)
{
    struct project *project = language_project(lua);
    struct predefined one = {.name = keep(lua, luaL_checkstring(lua, 1)), .line = line_of_call(lua)};
    luaL_checktype(lua, 2, LUA_TTABLE);
    for (unsigned i = 0; i < project->parameter_count; i++) {
        if (lua_getfield(lua, 2, project->parameters[i].name) == LUA_TNIL)
            luaL_error(lua, "'%s' is missing in '%s'", project->parameters[i].name, one.name);
        one.genes[i] = gene_of(lua, &project->parameters[i]);
        lua_pop(lua, 1);
    }
    for (lua_pushnil(lua); lua_next(lua, 2); lua_pop(lua, 1)) {
        const char *key = lua_type(lua, -2) == LUA_TSTRING ? lua_tostring(lua, -2) : "(a number)";
        if (!project_parameter(project, key))
            luaL_error(lua, "'%s' is no range or list above '%s'", key, one.name);
    }
    project->predefined = grown(lua, project->predefined, project->predefined_count, sizeof one);
    project->predefined[project->predefined_count++] = one;
    return 0;
}

/* project(name) */
static int word_project(lua_State *lua)
{
    language_project(lua)->name = keep(lua, luaL_checkstring(lua, 1));
    return 0;
}

/* folder(path), from the project's directory. */
static int word_folder(lua_State *lua)
{
    struct project *project = language_project(lua);
    const char *path = luaL_checkstring(lua, 1);
    project->folder = *path == '/' ? keep(lua, path) : arena_printf(project->arena, "%s/%s", project->directory, path);
    return 0;
}

/* sources(pattern, ...) */
static int word_sources(lua_State *lua)
{
    struct project *project = language_project(lua);
    for (int i = 1; i <= lua_gettop(lua); i++) {
        project->sources = grown(lua, project->sources, project->source_count, sizeof *project->sources);
        project->sources[project->source_count++] = keep(lua, luaL_checkstring(lua, i));
    }
    return 0;
}

/* --- tables of settings --- */

/* Complains of a name in the table at `index` that is none of these. */
static void check_keys(lua_State *lua, int index, const char *const *known, const char *list)
{
    for (lua_pushnil(lua); lua_next(lua, index); lua_pop(lua, 1)) {
        const char *key = lua_type(lua, -2) == LUA_TSTRING ? lua_tostring(lua, -2) : "(a number)";
        unsigned i = 0;
        while (known[i] && strcmp(known[i], key) != 0)
            i++;
        if (!known[i])
            luaL_error(lua, "no setting '%s' here; there are %s", key, list);
    }
}

static double setting_number(lua_State *lua, int index, const char *key, double least, double most, double fallback)
{
    double number = fallback;
    if (lua_getfield(lua, index, key) != LUA_TNIL) {
        int is_number;
        number = lua_tonumberx(lua, -1, &is_number);
        if (!is_number || !(number >= least && number <= most))
            luaL_error(lua, "'%s' needs a number from %f to %f", key, least, most);
    }
    lua_pop(lua, 1);
    return number;
}

static const char *setting_text(lua_State *lua, int index, const char *key)
{
    const char *text = NULL;
    int type = lua_getfield(lua, index, key);
    if (type != LUA_TNIL && type != LUA_TSTRING)
        luaL_error(lua, "'%s' needs a text", key);
    if (type == LUA_TSTRING)
        text = keep(lua, lua_tostring(lua, -1));
    lua_pop(lua, 1);
    return text;
}

static bool setting_truth(lua_State *lua, int index, const char *key, bool fallback)
{
    int type = lua_getfield(lua, index, key);
    if (type != LUA_TNIL && type != LUA_TBOOLEAN)
        luaL_error(lua, "'%s' needs true or false", key);
    bool truth = type == LUA_TNIL ? fallback : lua_toboolean(lua, -1);
    lua_pop(lua, 1);
    return truth;
}

/* One of the words in `names`; the first if nothing is said. */
static unsigned setting_choice(lua_State *lua, int index, const char *key, const char *const *names, const char *list)
{
    const char *text = setting_text(lua, index, key);
    for (unsigned i = 0; text && names[i]; i++)
        if (!strcmp(names[i], text))
            return i;
    if (text)
        luaL_error(lua, "'%s' can't be '%s'; there are %s", key, text, list);
    return 0;
}

/* --- steps --- */

static void read_command(lua_State *lua, int index, struct step *step)
{
    *step = (struct step){.function = LUA_NOREF, .limit = step->limit, .line = line_of_call(lua)};
    if (lua_isfunction(lua, index))
        step->function = keep_function(lua, index);
    else
        step->template = keep(lua, luaL_checkstring(lua, index));
}

static struct step *read_step(lua_State *lua, enum step_kind kind, const char *const *keys, const char *list)
{
    struct step *step = &language_project(lua)->steps[kind];
    if (step->line)
        luaL_error(lua, "line %d already has this step", step->line);
    read_command(lua, 1, step);
    if (lua_isnoneornil(lua, 2)) {
        lua_settop(lua, 1);
        lua_newtable(lua);
    }
    luaL_checktype(lua, 2, LUA_TTABLE);
    check_keys(lua, 2, keys, list);
    step->limit = setting_number(lua, 2, "limit", 1e-3, 1e9, step->limit);
    return step;
}

/* generate(command [, {limit = seconds}]), build the same */
static int word_generate(lua_State *lua)
{
    static const char *const keys[] = {"limit", NULL};
    read_step(lua, STEP_GENERATE, keys, "limit");
    return 0;
}

static int word_build(lua_State *lua)
{
    static const char *const keys[] = {"limit", NULL};
    read_step(lua, STEP_BUILD, keys, "limit");
    return 0;
}

/* run(command [, {limit, warmup, repeats = n or {least, most}, spread, cores}]) */
static int word_run(lua_State *lua)
{
    static const char *const keys[] = {"limit", "warmup", "repeats", "spread", "cores", NULL};
    struct project *project = language_project(lua);
    read_step(lua, STEP_RUN, keys, "limit, warmup, repeats, spread and cores");
    project->warmup = (unsigned)setting_number(lua, 2, "warmup", 0, 1000, project->warmup);
    project->spread = setting_number(lua, 2, "spread", 0, 1, project->spread);
    if (lua_getfield(lua, 2, "repeats") == LUA_TTABLE) {
        lua_geti(lua, -1, 1);
        lua_setfield(lua, 2, "least of repeats");
        lua_geti(lua, -1, 2);
        lua_setfield(lua, 2, "most of repeats");
        project->repeats_least = (unsigned)setting_number(lua, 2, "least of repeats", 1, 10000, 1);
        project->repeats_most =
            (unsigned)setting_number(lua, 2, "most of repeats", project->repeats_least, 10000, project->repeats_least);
    } else if (!lua_isnil(lua, -1)) {
        project->repeats_least = project->repeats_most = (unsigned)setting_number(lua, 2, "repeats", 1, 10000, 1);
    }
    if (lua_getfield(lua, 2, "cores") != LUA_TNIL) {
        lua_tostring(lua, -1);
        read_command(lua, lua_gettop(lua), &project->cores);
    }
    return 0;
}

/* --- what is measured --- */

static struct measure read_measure(lua_State *lua, int index, const char *name)
{
    static const char *const keys[] = {"region", "metric", "ranks", "repeats", "output", NULL};
    struct project *project = language_project(lua);
    luaL_checktype(lua, index, LUA_TTABLE);
    check_keys(lua, index, keys, "region, metric, ranks, repeats and output");
    struct measure measure = {
        .name = name,
        .region = setting_text(lua, index, "region"),
        .pattern = setting_text(lua, index, "output"),
        .ranks = setting_choice(lua, index, "ranks", measure_ranks_words, "max, min, mean and sum"),
        .repeats = setting_choice(lua, index, "repeats", measure_repeats_words, "min, median and mean"),
        .line = line_of_call(lua)};
    measure.metric =
        setting_choice(lua, index, "metric", measure_metric_words, "inclusive, exclusive, calls, wall and memory");
    bool given = lua_getfield(lua, index, "metric") != LUA_TNIL;
    lua_pop(lua, 1);
    if (measure.pattern) {
        if (given || measure.region)
            luaL_error(lua, "'output' is a measure of its own: no region and no metric");
        measure.metric = METRIC_OUTPUT;
    } else if (measure.metric == METRIC_OUTPUT) {
        luaL_error(lua, "say what to look for, as in output = \"time: (%%S+)\"");
    }
    bool of_region = measure.metric <= METRIC_CALLS;
    if (!of_region && measure.region)
        luaL_error(lua, "%s is of the whole command, not of a region", measure_metric_words[measure.metric]);
    if (of_region && !given && !measure.region)
        luaL_error(lua, "say which region, or what else: metric = \"wall\", metric = \"memory\" or output = \"...\"");
    measure.text = arena_printf(project->arena, "%s %s %s%s%s", measure_metric_words[measure.metric],
                                of_region ? measure_ranks_words[measure.ranks] : "-", measure.region ? "of " : "",
                                measure.region ? measure.region : "", measure.pattern ? measure.pattern : "");
    return measure;
}

static int read_objective(lua_State *lua, bool maximise)
{
    struct project *project = language_project(lua);
    if (project->measures[0].line)
        luaL_error(lua, "line %d already says what to optimise; further numbers: measure(name, {...})",
                   project->measures[0].line);
    project->measures[0] = read_measure(lua, 1, "objective");
    project->measures[0].maximise = maximise;
    return 0;
}

static int word_minimise(lua_State *lua)
{
    return read_objective(lua, false);
}

static int word_maximise(lua_State *lua)
{
    return read_objective(lua, true);
}

/* measure(name, {...}) */
static int word_measure(lua_State *lua)
{
    struct project *project = language_project(lua);
    if (project->measure_count == MEASURES_MOST)
        luaL_error(lua, "more than %d measures", MEASURES_MOST);
    const char *name = new_name(lua);
    project->measures[project->measure_count] = read_measure(lua, 2, name);
    project->measure_count++;
    return 0;
}

/* search {unique, population, generations, mutation, crossover, elitism, selection, seed} */
static int word_search(lua_State *lua)
{
    static const char *const keys[] = {"unique",  "population", "generations", "mutation", "crossover",
                                       "elitism", "selection",  "seed",        NULL};
    static const char *const crossovers[] = {"uniform", "one-point", NULL};
    static const char *const selections[] = {"roulette", "random", NULL};
    struct search_settings *search = &language_project(lua)->search;
    luaL_checktype(lua, 1, LUA_TTABLE);
    check_keys(lua, 1, keys, "unique, population, generations, mutation, crossover, elitism, selection and seed");
    search->population = (unsigned)setting_number(lua, 1, "population", 2, 1e6, search->population);
    search->generations = (unsigned)setting_number(lua, 1, "generations", 1, 1e6, search->generations);
    double most = search->generations ? (double)search->population * search->generations : search->unique;
    search->unique = (unsigned)setting_number(lua, 1, "unique", 1, 1e9, most < 1e9 ? most : 1e9);
    search->mutation = (unsigned)setting_number(lua, 1, "mutation", 1, 1e9, search->mutation);
    search->seed = (uint64_t)setting_number(lua, 1, "seed", 0, 1e15, (double)search->seed);
    search->one_point = setting_choice(lua, 1, "crossover", crossovers, "uniform and one-point") == 1;
    search->random_parents = setting_choice(lua, 1, "selection", selections, "roulette and random") == 1;
    search->elitism = setting_truth(lua, 1, "elitism", search->elitism);
    return 0;
}

void language_open(struct project *project)
{
    static const luaL_Reg words[] = {
        {"project", word_project},   {"folder", word_folder},     {"sources", word_sources},
        {"range", word_range},       {"list", word_list},         {"constant", word_constant},
        {"derived", word_derived},   {"restrict", word_restrict}, {"predefined", word_predefined},
        {"generate", word_generate}, {"build", word_build},       {"run", word_run},
        {"minimise", word_minimise}, {"minimize", word_minimise}, {"maximise", word_maximise},
        {"maximize", word_maximise}, {"measure", word_measure},   {"search", word_search},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        lua_register(project->lua, words[i].name, words[i].func);
}
