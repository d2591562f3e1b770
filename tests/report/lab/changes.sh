#!/bin/sh
# changes.sh COUNT LUA-SOURCES SQLITE-SOURCES - are changes found that times don't show? Three are put into Lua and one into
# sqlite's shell (shell.c, sqlite3.c): one call more in a million, a cache that never hits, a loop made quadratic, an allocation in
# each step. COUNT runs of each are held against a baseline by calls and allocations, and against a run without the change by times.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
count=$1 lua=$(cd "$2" && pwd) sqlite=$(cd "$3" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export INSTR_TMPDIR="$work" INSTR_METRICS=heap
cd "$work"
cat >bench.lua <<'E'
local t, n, m = {}, 0, 0
for i = 1, 20000 do t[i] = ("k%d"):format(i) .. string.rep("x", i % 7) end
for word in table.concat(t, ","):gmatch("k%d+") do n = n + #word end
for i = 1, 1000000 do m = m + (math.type(i) == "integer" and 1 or 0) end
print(n, m)
E
cp "$here/bench.sql" .
# lua PLACE FILE SED, sqlite PLACE SED: in folders whose names are equally long, since a program knows its name.
lua() {
    rm -rf sources && cp -r "$lua" sources && mkdir -p "$1" && sed -i "$3" sources/"$2"
    (cd sources && instr-cc --instr-paths=all gcc -O2 -std=gnu99 -DLUA_USE_LINUX -w -o "../$1/lua" onelua.c -lm -ldl)
}
sqlite() {
    mkdir -p "$1" && sed "$2" "$sqlite/sqlite3.c" >sqlite3.c && cp "$sqlite/shell.c" "$sqlite/sqlite3.h" .
    instr-cc --instr-paths=all gcc -O1 -w -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION shell.c sqlite3.c -o "$1/sqlite3" -lm
}
lua 0 lua.h ''
lua 1 lstate.c '/^LUA_API void lua_close/,/^}/s/  close_state(L);/  lua_isinteger(L, 1);\n&/'
lua 2 lstring.c 's/    if (strcmp(str, getstr(p\[j\])) == 0)/    if (0)/'
lua 3 ltablib.c '/^static int tconcat/,/^}/s/    addfield(L, &b, i);$/    for (lua_Integer k = i; k > 0; k -= 100) { lua_geti(L, 1, k); lua_pop(L, 1); }\n&/'
sqlite 0 ''
sqlite 1 's/^SQLITE_API int sqlite3_step(sqlite3_stmt \*pStmt){/&\n  { void *volatile kept = malloc(1); free(kept); }/'

# try WHAT CAUSE PLACE PROGRAM ARGUMENTS...: the cause is what gate has to say.
try() {
    what=$1 cause=$2 place=$3 program=$4 found=0 times=0
    shift 4
    [ -e "$program.baseline" ] || instr-report gate --record -o "$program.baseline" -- "0/$program" "$@" >/dev/null 2>&1
    for i in $(seq "$count"); do
        instr-report gate "$program.baseline" -- "$place/$program" "$@" >said 2>/dev/null </dev/null || true
        ! grep -q "$cause" said || found=$((found + 1))
        INSTR_OUTPUT=before.instr "0/$program" "$@" >/dev/null 2>&1 </dev/null
        INSTR_OUTPUT=after.instr "$place/$program" "$@" >/dev/null 2>&1 </dev/null
        instr-report diff --fail-above=5 before.instr after.instr >/dev/null 2>&1 || times=$((times + 1))
    done
    echo "$what: $found of $count named, $times of $count fail by times; $(grep -m1 "$cause" said || true)"
}
try 'one call more in a million' '^lua_close .* calls lua_isinteger 1 time more$' 1 lua bench.lua
try 'a cache that never hits' '^luaS_new .* calls luaS_newlstr .* times more$' 2 lua bench.lua
try 'a loop made quadratic' '^tconcat .* calls lua_geti .* times more$' 3 lua bench.lua
try 'an allocation in each step' '^sqlite3_step .* heap-calls more$' 1 sqlite3 :memory: '.read bench.sql'
