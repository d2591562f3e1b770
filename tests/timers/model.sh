#!/bin/sh
# model.sh COMPILER LAUNCHER SOURCE INCLUDE - six ranks of a model with Omega's timers in threads, a context for each step, and a trace: each
# timer beside the ranks' own stamps; and the same when one rank is killed, and with it the others.
set -eu
. "$INSTR_TEST_DIR/check.sh"
compiler=$1 launcher=$2 source=$3 include=$4
instr-cc $(echo "$compiler" | sed 's/mpicc/mpicxx/') -O1 -fopenmp -I"$include" -o model "$source"
export OMP_NUM_THREADS=2 INSTR_TRACE=1

# Calls are exact. A timer's time lies between the inner and the outer stamps, but for the probes in it, whose own time is taken off.
compare() {
    [ "$(ls stamps.* | wc -l)" = 6 ] || fail "$1: $(ls)"
    instr-report flat --csv --min=0 "$2" >flat.csv
    awk '
        FILENAME ~ /stamps/ { calls[$1] += $2; outer[$1] += $3 / 1e9; inner[$1] += $4 / 1e9; next }
        FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["kind"] == "label" && $at["name"] in calls {
            name = $at["name"]; found++; time = $at["inclusive_s"]
            if ($at["calls"] != calls[name] || time > outer[name] + 0.0001 || time < 0.95 * inner[name] - 100e-6 * calls[name])
                print name ": " $at["calls"] " calls of " calls[name] ", " time " s, stamps " inner[name] " to " outer[name]
        }
        END { if (found != 5) print found " timers of 5" }' stamps.* FS=, flat.csv >off
    [ ! -s off ] || fail "$1: $(cat off)"
}
$launcher -n 6 ./model >out || fail "status $?"
[ "$(ls ./*.instr | wc -l)" = 1 ] && [ "$(ls ./*.trace | wc -l)" = 6 ] || fail "$(ls)"
compare whole ./*.instr
[ "$(instr-report flat --by=communicator | grep -c 'context half$')" = 2 ] || fail "$(instr-report flat --by=communicator)"

rm -f ./*.instr ./*.trace stamps.*
! $launcher -n 6 ./model killed >out 2>&1 || fail 'a killed rank is no failure'
instr-report recover >said 2>&1 || fail "$(cat said)"
[ "$(ls ./*.instr | wc -l)" = 6 ] || fail "not all ranks: $(ls)"
instr-report merge -o killed.instr ./*.instr || fail 'merge'
compare killed killed.instr
