#!/bin/sh
# times.sh COUNT LUA-SOURCES SQLITE-SOURCES - what is a gate on times worth? COUNT times a baseline is made by `gate --record --times`
# and held against runs of the same program, and of two in which a function takes so much longer that the run takes 10% and 50% more.
# Beside that all are held against the first of these baselines. INSTR_CLOCK says by which clock.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
count=$1 lua=$(cd "$2" && pwd) sqlite=$(cd "$3" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export INSTR_TMPDIR="$work"
cd "$work"
cat >bench.lua <<'E'
local t, n = {}, 0
for i = 1, 60000 do t[i] = ("k%d"):format(i) .. string.rep("x", i % 7) end
for word in table.concat(t, ","):gmatch("k%d+") do n = n + #word end
for i = 1, 300000 do n = n + #(t[i % 60000 + 1] .. "y") end
print(n)
E
sed 's/i < 5000/i < 20000/' "$here/bench.sql" >bench.sql
echo 'static void turns(int n) { volatile int turn = 0; while (turn < n) turn++; } int main(void) { turns(100000000); return 0; }' >turn.c
instr-cc gcc -O2 turn.c -o turn
# lua FOLDER TURNS, sqlite FOLDER TURNS: with so many turns of a loop in each call of a function.
loop() { echo "{ volatile int turn = 0; while (turn < $1) turn++; }"; }
lua() {
    rm -rf sources && cp -r "$lua" sources && mkdir -p "$1"
    sed -i "/^void luaH_resize (/,/{$/s/{$/& $(loop "$2")/" sources/ltable.c
    (cd sources && instr-cc gcc -O2 -std=gnu99 -DLUA_USE_LINUX -w -o "../$1/lua" onelua.c -lm -ldl)
}
sqlite() {
    mkdir -p "$1" && cp "$sqlite/shell.c" "$sqlite/sqlite3.h" .
    sed "/^  i64 intKey, .*The table key/,/^){$/s/^){$/& $(loop "$2")/" "$sqlite/sqlite3.c" >sqlite3.c
    instr-cc gcc -O1 -w -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION shell.c sqlite3.c -o "$1/sqlite3" -lm
}
# least PROGRAM FUNCTION ARGUMENTS...: the calls of the function, its own time and that of the run, the least of five runs, in s.
least() {
    program=$1 function=$2
    shift 2
    for i in 1 2 3 4 5; do
        INSTR_OUTPUT=least.instr "$program" "$@" >/dev/null 2>&1 </dev/null
        instr-report flat --csv least.instr | awk -F, -v f="$function" '$1 == "main" { run = $7 } $1 == f { calls = $5; own = $8 + 0 } END { print calls, own, run }'
    done | awk 'NR == 1 || $2 < own { own = $2 } NR == 1 || $3 < run { run = $3 } END { print $1, own, run }'
}
# In s.
turn=$(least ./turn turns | awk '{ print $2 / 1e8 }')
# gate BASELINE PERCENT: its status, of the program with that change; `said` has what it says.
gate() {
    status=0
    # shellcheck disable=SC2086
    instr-report gate --times "$1" -- "$2/$program" $arguments >said 2>&1 </dev/null || status=$?
    echo $status
}
# found BASELINE PERCENT: 1 where the change is among what it says.
found() {
    gate "$1" "$2" >status
    grep -c "^$function .* takes .* more$" said || true
}
# held BASELINE: whether the program without a change fails, and whether each change is found.
held() { echo "$(gate "$1" 0) $(found "$1" 10) $(found "$1" 50)"; }
sums() { awk '{ alarms += $1; ten += $2; half += $3 } END { print alarms " alarms, " ten " and " half " found" }' "$1"; }
# try BUILD PROGRAM FUNCTION ARGUMENTS
try() {
    build=$1 program=$2 function=$3 arguments=$4
    rm -f new old first
    $build 0 0
    # shellcheck disable=SC2046,SC2086
    turns=$(echo $(least "0/$program" "$function" $arguments) "$turn" |
        awk '{ printf "%d %d\n", 0.1 * $3 / $1 / $4, 0.5 * $3 / $1 / $4 }')
    $build 10 "${turns% *}"
    $build 50 "${turns#* }"
    for percent in 0 10 50; do
        # shellcheck disable=SC2086
        echo "$build $percent: $(least "$percent/$program" "$function" $arguments) (calls, own, run)"
    done
    for i in $(seq "$count"); do
        # shellcheck disable=SC2086
        instr-report gate --record --times -o baseline -- "0/$program" $arguments >/dev/null 2>&1 </dev/null
        sed -i 's/^allow 0%/allow any\nallow 0% time/' baseline
        [ -e first ] || cp baseline first
        held baseline >>new
        held first >>old
    done
    echo "$build, of $count: a new baseline: $(sums new); the first baseline: $(sums old)"
}
try lua lua luaH_resize bench.lua
try sqlite sqlite3 sqlite3BtreeTableMoveto "-init bench.sql :memory: .quit"
