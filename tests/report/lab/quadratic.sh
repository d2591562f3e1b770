#!/bin/sh
# quadratic.sh LUA-SOURCES COUNT - does growth name the function that is quadratic? COUNT times one of the functions of Lua that
# are called in proportion to the input is chosen by chance, and gets a loop over all its calls so far.
set -eu
sources=$(cd "$1" && pwd) count=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export INSTR_TMPDIR="$work"
cd "$work"
cat >strings.lua <<'E'
local text = {}
for i = 1, tonumber(arg[1]) do text[i] = ("key%d"):format(i):upper() end
local all, sum = table.concat(text, ","), 0
for word in all:gmatch("%a+%d+") do sum = sum + #word end
table.sort(text)
print(sum, all:find("KEY7", 1, true), #all:rep(2))
E
build() { (cd "$1" && instr-cc --instr-paths=all gcc -O1 -std=gnu99 -DLUA_USE_LINUX -w -o lua onelua.c -lm -ldl); }
growth() { instr-report growth --json --sizes=250,500,1000,2000,4000 -- "$1/lua" strings.lua '{}' 2>/dev/null; }

cp -r "$sources" plain
build plain
growth plain | sed -n 's/.*"name": "\([^"]*\)", "file": "\(l[a-z]*\.[ch]\)", "line": \([0-9]*\), "kind": "function", "law": "n",.*/\1 \2 \3/p' >growing
found=0
for i in $(seq "$count"); do
    shuf -n 1 growing >chosen
    read -r name file line <chosen
    rm -rf changed && cp -r plain changed
    # Behind the first brace of the function.
    awk -v line="$line" '
        NR >= line && !done && /\{/ { sub(/\{/, "{ static long planted_calls; for (long k = 0; k < planted_calls; k++) planted(); planted_calls++;"); done = 1 }
        { print }' plain/"$file" >changed/"$file"
    # Declared once for all files of the one that includes them.
    sed -i '1s/^/static void planted(void) {}\n/' changed/onelua.c
    build changed
    growth changed >rows
    said=$(sed -n 's/.*"name": "planted",.*"law": "\([^"]*\)".*"caller": "\([^"]*\)".*/\1, called by \2/p' rows)
    first=$(sed -n 's/^  {"name": "\([^"]*\)".*/\1/p' rows | head -n 1)
    [ "$said" = "n^2, called by $name" ] && [ "$first" = planted ] && found=$((found + 1))
    echo "$name ($file:$line): first is $first; planted: $said"
done
echo "of $(wc -l <growing) functions $count were chosen, and $found named"
