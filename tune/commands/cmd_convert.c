/* cmd_convert.c - converts a project file of Kravchuk's thesis, by viewer/convert.lua. */
#include "tune/commands/command.h"

#include "common/character.h"
#include "common/input.h"
#include "common/writer.h"
#include "tune/viewer/texts.h"

#include <lauxlib.h>
#include <lualib.h>

static int tell(lua_State *lua)
{
    character_say(stderr, "%s", luaL_checkstring(lua, 1));
    return 0;
}

static bool convert(lua_State *lua, const char *text, size_t size, const char *name, struct error *error)
{
    luaL_openlibs(lua);
    int failed = luaL_loadbufferx(lua, (const char *)convert_lua, convert_lua_size, "@convert.lua", "t");
    lua_pushlstring(lua, text, size);
    lua_pushstring(lua, name);
    lua_pushcfunction(lua, tell);
    return (!failed && !lua_pcall(lua, 3, 1, 0)) || error_set(error, ERROR_USAGE, "%s", lua_tostring(lua, -1));
}

static bool run_convert(const struct tune_options *options, struct arena *arena, struct error *error)
{
    size_t size, made;
    const char *why, *text = input_read(options->file, INPUT_TEXT, &size, arena, &why);
    if (!text)
        return error_set(error, ERROR_USAGE, "can't read %s: %s", options->file, why);
    lua_State *lua = luaL_newstate();
    if (!lua)
        return error_set(error, ERROR_INTERNAL, "no memory for Lua");
    bool done = convert(lua, text, size, options->file, error);
    const char *project = done ? lua_tolstring(lua, -1, &made) : NULL;
    if (done && !options->output)
        fwrite(project, 1, made, stdout);
    else if (done && !writer_put(options->output, 0666, project, made, &why))
        done = error_set(error, ERROR_INTERNAL, "can't write %s: %s", options->output, why);
    lua_close(lua);
    return done;
}

const struct tune_command tune_convert = {{"convert", "[OPTION...] FILE",
                                           "make a project file of one in the form of Kravchuk's thesis",
                                           TAKES_OUTPUT | TAKES_FILE, "instr-tune convert project.gp -o tune.lua"},
                                          run_convert};
