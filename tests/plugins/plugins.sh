# plugins.sh SOURCES INCLUDE SAMPLE - a plug-in compiled by plain cc, with the public header alone, is told of each call as the profile
# counts them; one that can't run is named with what to do, and the program runs on.
unset INSTR_TIMING
sources=$1 include=$2

make_plugin() # NAME OPTIONS...
{
    name=$1
    shift
    cc -std=gnu11 -Wall -Wextra -Werror -O1 -shared -fPIC -I"$include" "$@" -o "$name.so" "$sources/recorder.c"
}
make_plugin recorder
make_plugin version -DOLD_VERSION=7
make_plugin refuses -DREFUSES
make_plugin little -DNO_REGIONS
make_plugin nofork -DNO_FORK
instr-cc --instr-paths=all gcc -O1 -pthread -o program "$sources/program.c" # trivial functions are told, too

run() # PROFILE PLUGINS ARGUMENT...
{
    profile=$1 plugins=$2
    shift 2
    INSTR_PLUGINS=$plugins INSTR_OUTPUT=$profile ./program "$@" >printed 2>said || fail "with $plugins it ended with $?"
    grep -qx 499555 printed || grep -qx 500555 printed || fail "with $plugins it printed $(cat printed)"
}

check_record() # RECORD PROFILE: the plug-in counted what the profile has
{
    instr-report flat --csv "$2" | awk -F, 'NR > 1 && $5 > 0 && ($4 == "function" || $4 == "label") {print $1, $5}' |
        sort >profile.calls
    sed -n 's/^\([a-z]*\) [0-9]*: \([0-9]*\) .*/\1 \2/p' "$1" | sort >plugin.calls
    [ "$(wc -l <plugin.calls)" -ge 9 ] || fail "$1 has few functions: $(cat "$1")"
    diff profile.calls plugin.calls || fail "$1 and the profile count other calls"
    grep -qx 'odd 0' "$1" || fail "what $1 was told does not nest: $(cat "$1")"
}

run whole.instr ./recorder.so
! grep -v ' took ' said || fail "with a plug-in it said: $(cat said)"
check_record record.* whole.instr
grep -qx 'profile 1' record.* || fail "it was not told where the profile is"
grep -qx 'threads 4, ended 3' record.* || fail "wrong threads: $(cat record.*)"
grep -qx 'across 7: 1 [1-9] closed' record.* || fail "the label does not go on elsewhere: $(grep across record.*)"
grep -qx 'main 1: 1 0 closed' record.* || fail "main: $(grep main record.*)"
rm record.*

# Two of them, one of which wants nothing of calls.
RECORD=both run both.instr ./little.so,./recorder.so
check_record both.* both.instr
rm both.*
run little.instr ./little.so
[ "$(grep -c . record.*)" = 5 ] || fail "one that wants no calls was told of some: $(cat record.*)"
rm record.*

# A child of fork is another process: who wants to know of it is told of its calls, and who does not is told nothing.
run 'fork.%p.instr' ./recorder.so fork
[ "$(ls record.* | wc -l)" = 2 ] || fail "the child's plug-in wrote nothing"
for record in record.*; do
    if grep -qx 'child 0' "$record"; then
        check_record "$record" "fork.${record#record.}.instr"
    else # what it did first is on its parent's slate
        grep -qx 'odd 0' "$record" || fail "what the child was told does not nest"
        made=$(sed -n 's/^work 1: \([0-9]*\) .*/\1/p' "$record")
        [ "$made" -ge 90 ] && [ "$made" -le 100 ] || fail "the child was told of $made calls"
    fi
done
grep -qx 'child 1' record.* || fail "nobody was told of the fork"
rm record.*
run 'nofork.%p.instr' ./nofork.so fork
[ "$(ls record.* | wc -l)" = 1 ] || fail "a plug-in that knows nothing of fork was told of a child"
rm record.*

# With a trace: one of them only.
INSTR_TRACE=1 run traced.instr ./recorder.so
grep -q 'INSTR_TRACE is ignored: only one tool' said || fail "of a trace beside a plug-in it says: $(cat said)"
rm record.*

# What can't run is named, and what to do.
expect() # PLUGINS TEXT
{
    run bad.instr "$1"
    grep -q "$2" said || fail "with INSTR_PLUGINS=$1 it says: $(cat said)"
    instr-report flat bad.instr >/dev/null || fail "with $1 there is no profile"
}
echo 'int nothing;' >empty.c
cc -shared -fPIC -o empty.so empty.c
echo text >text.so
expect ./version.so 'version.so was made for version 7 of instr_plugin.h, and this instr knows version 1: compile it again'
expect ./refuses.so 'recorder: there is nothing to record on'
expect ./refuses.so 'refuses.so refused to run'
expect ./empty.so 'empty.so is no plug-in: it has no function instr_plugin_start'
expect ./missing.so 'missing.so can.t be loaded: .*No such file'
expect ./text.so 'text.so can.t be loaded:'
expect recorder.so 'recorder.so is no plug-in of this instr (there is no .*/instr/libinstr_recorder.so.so); a file of your own needs a slash'
RECORD=rest expect ./version.so,,./recorder.so 'version 7'
check_record rest.* bad.instr
rm rest.*
INSTR_PLUGIN=x ./program >printed 2>said
grep -q 'INSTR_PLUGIN is not a setting of instr: INSTR_PLUGINS?' said || fail "of a mistyped name it says: $(cat said)"

# A plug-in that is slow, and one in which the program ends.
SLOW=1 INSTR_FILTER=filter INSTR_PLUGINS=./recorder.so INSTR_OUTPUT=slow.instr
export SLOW INSTR_FILTER INSTR_PLUGINS INSTR_OUTPUT
echo 'SCOREP_REGION_NAMES_BEGIN EXCLUDE tiny fib SCOREP_REGION_NAMES_END' >filter
./program >printed 2>said
unset SLOW INSTR_FILTER
grep -q 'the plug-in recorder took .* s of the .* s that the program ran' said || fail "of a slow one it says: $(cat said)"
instr-report slow.instr 2>&1 | grep -q 'ms spent in the plug-in recorder' || fail 'the profile does not say that it was slow'
rm record.*
INSTR_OUTPUT=crash.instr
CRASH=work ./program >printed 2>said && fail 'it did not crash'
instr-report recover >recovered 2>&1 || fail "not recovered: $(cat recovered)"
instr-report crash.instr 2>&1 | grep -q 'the plug-in recorder' || {
    instr-report crash.instr
    fail 'who reads what was recovered does not learn in whose code it crashed'
}

# The sample that the manual leads to.
cc -Wall -Wno-unused-parameter -Werror -shared -fPIC -I"$include" "$3" -o depths.so
INSTR_PLUGINS=./depths.so INSTR_OUTPUT=None ./program 2>said >printed
[ "$(grep -c '^thread [123]: 12 deep$' said)" = 3 ] || fail "the example says: $(cat said)"
echo 'int main(void) { return 0; }' >alone.c
instr-cc gcc -o alone alone.c
INSTR_PLUGINS=./depths.so INSTR_OUTPUT=None ./alone 2>said
grep -qx 'main thread: 1 deep' said || fail "of one thread the example says: $(cat said)"
