/*
 * guard.c - see guard.h.
 *
 * A project file is a program. Who only wants to see what is in one, as of somebody else, need not let it run commands: commands
 * that look load it without what reaches out of it. What is missing is not nil, but says how to get it. Code that is compiled
 * by Lua already goes past all checks of Lua's, so nothing that would load it is there either.
 *
 * Limits: one search by a pattern of Lua's counts as one instruction, however long it takes.
 */
#include "tune/project/guard.h"

#include "base/character.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_MOST = 256 << 20 };

struct guard {
    size_t used;
};

static void *allocate(void *data, void *old, size_t old_size, size_t size)
{
    struct guard *guard = data;
    size_t before = old ? old_size : 0; /* without an old block Lua says in it what the new one is for */
    if (size > before && size - before > MEMORY_MOST - guard->used)
        return NULL;
    void *fresh = NULL;
    if (!size)
        free(old);
    else if (!(fresh = realloc(old, size)))
        return NULL;
    guard->used += size - before;
    return fresh;
}

static int refuse(lua_State *lua)
{
    return luaL_error(lua, "'%s' is not there for commands that only look; with --trust the file may do anything",
                      lua_tostring(lua, lua_upvalueindex(1)));
}

static void put_refusal(lua_State *lua, const char *name)
{
    lua_pushstring(lua, name);
    lua_pushcclosure(lua, refuse, 1);
}

/* A library that is not there: whatever is asked of it fails. */
static void refuse_library(lua_State *lua, const char *name)
{
    lua_newtable(lua);
    lua_newtable(lua);
    put_refusal(lua, name);
    lua_setfield(lua, -2, "__index");
    lua_setmetatable(lua, -2);
    lua_setglobal(lua, name);
}

/* Of os what tells the time and reads the environment. */
static void limit_os(lua_State *lua)
{
    static const char *const kept[] = {"clock", "date", "difftime", "getenv", "time"};
    lua_getglobal(lua, "os");
    refuse_library(lua, "os");
    lua_getglobal(lua, "os");
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        lua_getfield(lua, -2, kept[i]);
        lua_setfield(lua, -2, kept[i]);
    }
    lua_pop(lua, 2);
}

/* What is called at the collection of garbage is not counted, and might go on and on. */
static int set_metatable(lua_State *lua)
{
    luaL_checkany(lua, 2);
    if (lua_istable(lua, 2)) {
        lua_pushliteral(lua, "__gc");
        if (lua_rawget(lua, 2) != LUA_TNIL) {
            lua_pushliteral(lua, "__gc");
            lua_replace(lua, lua_upvalueindex(1));
            return refuse(lua);
        }
        lua_pop(lua, 1);
    }
    lua_pushvalue(lua, lua_upvalueindex(1));
    lua_insert(lua, 1);
    lua_call(lua, lua_gettop(lua) - 1, 1);
    return 1;
}

/* What a project file prints may come from anywhere, and stands on a terminal: only its lines and columns are its own. */
static int print(lua_State *lua)
{
    for (int i = 1, count = lua_gettop(lua); i <= count; i++) {
        const char *at = luaL_tolstring(lua, i, NULL);
        while (*at) {
            size_t length = strcspn(at, "\n\t");
            character_put(stdout, lua_pushlstring(lua, at, length));
            lua_pop(lua, 1);
            at += length;
            if (*at)
                putchar(*at++);
        }
        lua_pop(lua, 1);
        putchar(i < count ? '\t' : '\n');
    }
    if (!lua_gettop(lua))
        putchar('\n');
    fflush(stdout);
    return 0;
}

lua_State *guard_open(bool trusted, struct arena *arena)
{
    static const luaL_Reg libraries[] = {
        {LUA_GNAME, luaopen_base},        {LUA_COLIBNAME, luaopen_coroutine}, {LUA_TABLIBNAME, luaopen_table},
        {LUA_STRLIBNAME, luaopen_string}, {LUA_MATHLIBNAME, luaopen_math},    {LUA_UTF8LIBNAME, luaopen_utf8},
        {LUA_OSLIBNAME, luaopen_os},
    };
    static const char *const functions[] = {"dofile", "load", "loadfile", "require"};
    static const char *const missing[] = {LUA_IOLIBNAME, LUA_LOADLIBNAME, LUA_DBLIBNAME};
    struct guard *guard = arena_array(arena, 1, sizeof *guard);
    lua_State *lua = trusted ? luaL_newstate() : guard ? lua_newstate(allocate, guard) : NULL;
    if (!lua || trusted) {
        if (lua)
            luaL_openlibs(lua);
        if (lua)
            lua_register(lua, "print", print);
        return lua;
    }
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        luaL_requiref(lua, libraries[i].name, libraries[i].func, 1);
        lua_pop(lua, 1);
    }
    limit_os(lua);
    lua_register(lua, "print", print);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        put_refusal(lua, functions[i]);
        lua_setglobal(lua, functions[i]);
    }
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        refuse_library(lua, missing[i]);
    lua_getglobal(lua, "setmetatable");
    lua_pushcclosure(lua, set_metatable, 1);
    lua_setglobal(lua, "setmetatable");
    lua_pushnil(lua); /* the libraries themselves are in it */
    lua_setfield(lua, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    return lua;
}
