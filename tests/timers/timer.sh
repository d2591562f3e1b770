# timer.sh COMPILER LAUNCHER SOURCES INCLUDE LIBRARIES YAML - Omega's class of timers, its configuration, and the environment over that, on
# labels and on GPTL's interface. YAML is 1 where this build has libyaml.
compiler=$1 launcher=$2 sources=$3 include=$4 libraries=$5 yaml=$6
export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
cxx=$(echo "$compiler" | sed 's/mpicc/mpicxx/')
$cxx -Wall -Werror -I"$include" -o plain "$sources/timer.cpp"
$cxx -Wall -Werror -DPACER_GPTL -I"$include" -o gptl "$sources/timer.cpp" -L"$libraries" -linstr_gptl

# X is stopped before Y, which was started in it: either counts both, and nothing is wrong.
for program in plain gptl; do
    echo before >log
    ./$program >>log 2>errors || fail "$program, alone: $(cat log errors)"
    [ "$(grep -nx 'before\|model' log | tr '\n' ' ')" = '1:before 2:model ' ] || fail "$program, the model's own lines in the log: $(cat log)"
    $launcher -n 2 ./$program >out 2>errors || fail "$program: $(cat out errors)"
    [ "$(grep -c '^Pacer: ' errors)" = 2 ] && grep -q 'stop of a timer that was not started: Run' errors || fail "$program: $(cat errors)"
    grep -Eq '^ *"?X"? ' out && grep -Eq '^ *"?Y"? ' out && grep -Eq '^ *"?some"? ' out || fail "$program, the log: $(cat out)"
    ! grep -q fine out || fail "$program: a level that is not in use"
done
check_paths() { instr-report tree --csv --min=0 "$(ls -t ./*.instr | head -1)" | cut -d, -f2,7; }
$launcher -n 2 ./plain >out 2>errors
check_paths | grep -qx 'Total/Run/X/Y,2' && check_paths | grep -qx 'Total/Run/Y,0' || fail "what goes on: $(check_paths)"

instr-report export e3sm -o e3sm
[ "$(awk '/^"[XY]"/ { print $5 + 0 }' e3sm_stats | tr '\n' ' ')" = '2 2 ' ] || fail "each was started once by a rank: $(cat e3sm_stats)"

# Threads: each has its own; and what is defined is forgotten at the end.
for flags in '' "-DUSE_GPTL -L$libraries -linstr_gptl"; do
    set -- $flags
    $cxx -Wall -Werror -fopenmp -I"$include" -o threads "$sources/pacer_threads.cpp" "$@"
    $cxx -Wall -Werror -fPIC -shared -I"$include" -o component.so "$sources/pacer_component.cpp" "$@"
    rm -f ./*.instr
    $launcher -n 2 ./threads once >out 2>errors || fail "threads: $(cat out errors)"
    [ "$(grep -c 'thread [0-9]* stops a timer that thread [0-9]* started, which ends it: Mine' errors)" = 2 ] ||
        fail "a stop elsewhere: $(cat errors)"
    [ "$(grep -c 'a timer is still open: ' errors)" = 1 ] && grep -q 'still open: A$' errors || fail "what is open: $(cat errors)"
    instr-report tree --csv --min=0 | cut -d, -f2,7 >paths
    sed 's/[^/]* (threads)/threads/' paths >short
    for path in Total/Model/threads/chunk/inner,30 Total/Model/chunk/inner,10 Total/B/threads/C/D,2 Total/threads/A,2 Total/Next,2 Total/Component,2; do
        grep -qx "$path" short || fail "no $path with '$flags': $(cat paths)"
    done
    $launcher -n 2 ./threads >out 2>errors || fail "twice: $(cat out errors)"
    [ "$(awk '/^ *"?Next"? / { print $2 == "-" ? $5 + 0 : $2 }' out | tr '\n' ' ')" = '2 2 ' ] || fail "twice: $(cat out)"
done

# The environment needs no file.
PACER_LEVEL=1 PACER_TIMER_FILE=env PACER_PRINT_ALL_RANKS=true $launcher -n 2 ./plain >out 2>errors || fail "environment: $(cat errors)"
grep -q fine env.summary && [ -e env.timing.1 ] || fail "environment: $(ls)"

cat >omega.yml <<'YML'
Omega:
  Timers:
    TimerFile: MyFilename.$YYYY$MM$DD
  Timing:
    Level: 1   # all
    PrintAllRanks: true
  Decomp: {HaloWidth: 3, Timing: other}
YML
$launcher -n 2 ./plain >out 2>errors || fail "what runs did not fail: $(cat errors)"
[ "$(grep -c 'omega.yml is not read: compile with -DPACER_YAML' errors)" = 1 ] || fail "a file that is not read: $(cat errors)"
[ "$yaml" = 1 ] || exit 0
$cxx -Wall -Werror -DPACER_YAML -I"$include" -o configured "$sources/timer.cpp" -L"$libraries" -linstr_yaml
today=$(date +%Y%m%d)
$launcher -n 2 ./configured >out 2>errors || fail "configured: $(cat out errors)"
grep -q fine "MyFilename.$today.summary" && [ -e "MyFilename.$today.timing.1" ] || fail "configured: $(ls)"
[ "$(cat out)" = model ] || fail "configured, and a log: $(cat out)"
rm -f MyFilename.*
PACER_LEVEL=0 PACER_TIMER_FILE=Log $launcher -n 2 ./configured >out 2>errors || fail "environment over file: $(cat out errors)"
grep -q ' X ' out && ! grep -q fine out && [ ! -e "MyFilename.$today.summary" ] || fail "environment over file: $(cat out)"
printf 'Timing:\n  Level: [1\nOther: x: y\n' >omega.yml
! $launcher -n 2 ./configured >out 2>errors || fail 'a damaged file'
grep -q '^omega.yml:[0-9]*: no YAML: ' errors || fail "a damaged file: $(cat errors)"
