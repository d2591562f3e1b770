# counters.sh SOURCE - counters of perf and PAPI say what the program knows; what can't be had is named, with the reason; and the
# program's own descriptors are left alone, also when it closes ours.
gcc -O1 -pthread -o plain "$1"
instr-cc gcc -O1 -pthread -o program "$1"
seq 10000 >data

value() # PROFILE FUNCTION COLUMN
{
    key=${3%_*}
    instr-report flat --csv "--metric=$key" "$1" | awk -F, -v name="$2" -v wanted="metric_$3" '
        NR == 1 {for (i = 1; i <= NF; i++) if ($i == wanted) at = i} $1 == name && $4 == "function" {print $at}'
}

near() # WHAT VALUE EXPECTED - of processor time, of which nothing may be missing
{
    awk -v value="$2" -v wanted="$3" 'BEGIN {exit !(value != "" && value >= wanted * 0.99 && value <= wanted * 1.3 + 1e6)}' ||
        fail "$1: $2 is not about $3"
}

export INSTR_METRICS=task-clock,cpu-time
INSTR_OUTPUT=first.instr ./program >said 2>why
if instr-report flat first.instr | grep -q 'task-clock can.t be had'; then
    grep -q 'INSTR_METRICS=task-clock can.t be had: ' why || fail "the program does not say why: $(cat why)"
    exit 0 # a system without perf events
fi
./plain | diff - said >difference || fail "the program says other things than without us: $(cat difference)"
near "two calls of 50 ms" "$(value first.instr burn task-clock_inclusive)" 100000000
near "by two clocks" "$(value first.instr burn task-clock_inclusive)" "$(value first.instr burn cpu-time_inclusive)"
INSTR_OUTPUT=run.%p.instr ./program fork >said
set -- run.*.instr
[ $# = 2 ] || fail "there are $# profiles of two processes"
instr-report merge -o sum.instr run.*.instr
near "three calls of two processes" "$(value sum.instr burn task-clock_inclusive)" 150000000
INSTR_OUTPUT=close.instr ./program close >said
./plain close | diff - said >difference || fail "the program says other things than without us: $(cat difference)"
instr-report flat close.instr | grep -q 'the program has closed: 1' || fail "it is not said that counters were closed"

# Each counter of the processor is there, or is refused by name, in the report too; the others go on.
INSTR_METRICS=counters,r1c2,cpu-time INSTR_OUTPUT=hard.instr ./program 2>why >said
for key in instructions cycles cache-misses branch-misses r1c2; do
    if ! instr-report flat --by=metric --csv hard.instr | grep -q "^$key,"; then
        grep -q "INSTR_METRICS=$key is not available: " why || fail "$key: neither there nor refused: $(cat why)"
        instr-report flat hard.instr | grep -q "INSTR_METRICS=$key is not available: " || fail "the report does not refuse $key"
    fi
done
near "beside them" "$(value hard.instr burn cpu-time_inclusive)" 100000000
INSTR_METRICS=no-such-counter INSTR_OUTPUT=odd.instr ./program 2>why >said
grep -q 'INSTR_METRICS=no-such-counter is no metric: there are .*instructions' why || fail "of an unknown word: $(cat why)"

# PAPI's, by its own names, where it is installed; else it is said that it is not.
INSTR_METRICS=perf::TASK-CLOCK,PAPI_NO_SUCH INSTR_OUTPUT=papi.instr ./program 2>why >said
grep -q "INSTR_METRICS=PAPI_NO_SUCH is not available: PAPI says: " why || fail "of a preset that PAPI has not got: $(cat why)"
if ! grep -q "perf::TASK-CLOCK is not available" why; then
    near "by PAPI" "$(value papi.instr burn perf::TASK-CLOCK_inclusive)" 100000000
fi
