# project.sh - project files: what they may say, and that what is wrong in them is told with its line.
. "$(dirname "$0")/common.sh"

expect_error "no command 'chekc'; did you mean 'check'?" instr-tune chekc
expect_error "check: unknown option '--retry'" instr-tune check --retry
expect_error "run: unknown option '--serch=random'; did you mean '--search'?" instr-tune run --serch=random
# Every command and option is in the manual page.
page=$PWD/page
sed 's/\\-/-/g' "$1/instr-tune.1" >"$page"
for command in $(instr-tune help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'); do
    grep -q "^\.B $command\b" "$page" || fail "$command: instr-tune.1 lacks it"
    for option in $(instr-tune help "$command" | sed -n 's/^  --\([a-z-]*\).*/\1/p'); do
        grep -q "^\.B --$option\b" "$page" || fail "--$option: instr-tune.1 lacks it"
    done
done
# So is every word of project files, in one of both spellings.
for word in $(sed -n '/luaL_Reg words/,/};/p' "$(dirname "$0")/../../tune/project/language.c" | grep -o '{"[a-z]*' | tr -d '{"' | grep -v ize); do
    grep -q "\b$word\b" "$page" || fail "$word: instr-tune.1 lacks it"
done

# What init writes is a project, and check reads it.
instr-tune init >/dev/null
instr-tune check >said || fail 'init writes what check does not take'
grep -q '24 combinations, 12 allowed' said || fail "check: $(cat said)"
expect_error 'name another one' instr-tune init

cat >all.lua <<'END'
project "all"
range("a", 1, 3)
range("b", 0, 1, 0.25)
list("flags", {"-O2 -g", "{x}", "it's"})
list("on", {true, false})
constant("c", 7)
derived("area", function(p) return 2 ^ p.a * p.c end)
restrict("on needs a", function(p) return not p.on or p.a > 1 end)
restrict(function(p) return p.b ~= 0.5 end)
predefined("default", {a = 2, b = 0.25, flags = "-O2 -g", on = true})
generate(function(p) write("conf/area.h", "#define AREA " .. p.area .. "\n") end)
build("echo {a} {b} '{flags}' {on} {{a}} ${HOME} {a,b} {area} >said")
run(function(p) return "cat said conf/area.h; echo value " .. p.a end)
minimise {output = "value (%d+)"}
END
instr-tune check all.lua >said
grep -q '4 parameters, 90 combinations, 60 allowed' said || fail "check: $(cat said)"
grep -q "'on needs a' leaves out 15" said || fail "a restriction: $(cat said)"
grep -q "'the restriction on line 9' leaves out 15 more" said || fail "a restriction without a name: $(cat said)"
grep -qF "build     echo 1 0 '-O2 -g' false {a} \${HOME} {a,b} 14 >said" said || fail "the command: $(cat said)"
grep -q 'writes    conf/area.h' said || fail "the file: $(cat said)"

# wrong LINE TEXT: the line at the end of a good file gives the message, with its number.
wrong() {
    { sed '/^run/d' all.lua; printf '%s\n' "$1" 'run("echo value 1")'; } >wrong.lua
    expect_error "wrong.lua:14: $2" instr-tune check wrong.lua
}
wrong 'range("a", 1, 2)' "'a' is on line 2 already"
wrong 'range("d", 3, 1)' "'d' ends before it begins"
wrong 'range("d", 1, 2, 0)' "the step of 'd' is not above 0"
wrong 'range("1d", 1, 2)' "'1d' is no name"
wrong 'list("d", {})' "'d' has no values"
wrong 'list("d", {1, 2, 1})' "'d' has the value 1 twice"
wrong 'list("d", {1, print})' "value 2 of 'd' is not a number, string or boolean"
wrong 'predefined("other", {a = 9, b = 0, flags = "it'"'"'s", on = true})' "'a' can't be 9"
wrong 'predefined("other", {a = 1, b = 0, on = true})' "'flags' is missing in 'other'"
wrong 'minimise {region = "x"}' 'line 13 already says what to optimise'
wrong 'measure("m", {metric = "speed"})' "'metric' can't be 'speed'; there are inclusive"
wrong 'measure("m", {metrik = "wall"})' "no setting 'metrik' here; there are region"
wrong 'measure("m", {metric = "wall", region = "x"})' 'wall is of the whole command'
wrong 'search {mutation = 0}' "'mutation' needs a number from 1"
wrong 'this is no Lua' 'syntax error'
wrong 'ranges("d", 1, 2)' "attempt to call a nil value (global 'ranges')"
wrong 'build("true")' 'line 12 already has this step'

# What can only be told when all is read, or a variant is at hand.
wrong_run() {
    { sed '/^run/d' all.lua; printf '%s\n' "$1"; } >wrong.lua
    expect_error "wrong.lua:14: $2" instr-tune check wrong.lua
}
wrong_run 'run("./a {nosuch}")' "no parameter 'nosuch'; for braces of the shell write {{nosuch}}"
wrong_run 'run(function(p) return "./a " .. p.nosuch end)' "no parameter 'nosuch'"
wrong_run 'run(function(p) return {} end)' 'the function gives no command but a table'
wrong_run 'run("true", {limits = 3})' "no setting 'limits' here; there are limit"
sed 's/a > 1/a > nil/' all.lua >wrong.lua
expect_error 'wrong.lua:8: attempt to compare nil with number' instr-tune check wrong.lua
sed 's/a = 2, b = 0.25/a = 1, b = 0.25/' all.lua >wrong.lua
expect_error "wrong.lua:10: 'default' is not allowed: on needs a (line 8)" instr-tune check wrong.lua
sed '/^run/d' all.lua >wrong.lua
expect_error 'nothing is run' instr-tune check wrong.lua
expect_error "can't read nosuch.lua" instr-tune check nosuch.lua
# Nobody is waited for, and nothing without an end is read.
mkfifo pipe.lua
for file in pipe.lua /dev/zero; do
    for command in check list convert; do
        expect_error "can't read $file: not a regular file" timeout 20 instr-tune $command $file
    done
done
mkdir all.results && mkfifo all.results/library.sqlite
expect_error 'not a regular file' timeout 20 instr-tune list all.lua
rm -r all.results
# Also one that names what runs it, and has a mark of UTF-8.
{ printf '\357\273\277#!/usr/bin/env instr-tune\n'; cat all.lua; } >marked.lua
instr-tune check marked.lua | grep -q '60 allowed' || fail 'a file with a mark'
sed 's/^derived.*/derived("area", 1)/' marked.lua >wrong.lua
expect_error 'wrong.lua:8: ' instr-tune check wrong.lua

# A space that nobody can go through.
{ for i in 1 2 3 4 5 6 7 8 9; do echo "range('p$i', 1, 100)"; done; echo 'run("echo 1")'; } >large.lua
instr-tune check large.lua | grep -q '1,000,000,000,000,000,000 combinations, about 100.0% allowed' || fail 'a large space'
expect_error 'are too many to try each' instr-tune run large.lua
