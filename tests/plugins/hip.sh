#!/bin/sh
# hip.sh SOURCES - the plug-in for HIP against something that answers as roctracer does: each kernel is a row of its device under
# the function that launched it. Without roctracer, and where that refuses, the program runs and is told why.
set -eu
. "$INSTR_TEST_DIR/check.sh"
cc -std=c11 -O1 -shared -fPIC -Wl,-soname,libroctracer64.so.4 -o libroctracer64.so.4 "$1/roctracer.c"
instr-cc gcc -O1 -o program "$1/hip.c" ./libroctracer64.so.4
export LD_LIBRARY_PATH=$PWD INSTR_PLUGINS=hip INSTR_OUTPUT=run.instr
./program 2>said || fail "it ended with $?"
[ ! -s said ] || fail "it said: $(cat said)"
instr-report tree --csv --min=0 run.instr >tree.csv
row() # NAME CALLS NS PARENT
{
    awk -F, -v name="$1" -v calls="$2" -v ns="$3" -v parent="$4" '
        NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i}
        {gsub(/"/, "", $at["name"]); names[$at["depth"]] = $at["name"]}
        $at["name"] == name && $at["kind"] == "device" {
            found = $at["calls"] == calls && names[$at["depth"] - 1] == "device Model #1" && names[$at["depth"] - 2] == parent &&
                $at["inclusive_s"] * 1e9 / ns > 0.999 && $at["inclusive_s"] * 1e9 / ns < 1.001}
        END {exit !found}' tree.csv || fail "no row $*: $(cat tree.csv)"
}
row other 100 200000000 solve
row '(copy)' 1 5000000 main
row _Z4stepPfi 100 100004950 solve
for call in hipLaunchKernel hipMemcpy hipDeviceSynchronize; do
    grep -q "$call.*,call," tree.csv || fail "$call is no region: $(cat tree.csv)"
done
! grep hipDeviceGetName tree.csv || fail "what the plug-in calls is a region"
NO_ROCTRACER=1 ./program 2>said || fail "it ended with $?"
grep -q 'hip: roctracer does not run here: no pool (-1)' said || fail "where roctracer refuses it says: $(cat said)"
printf 'int main(void) {return 0;}\n' >plain.c
instr-cc gcc -o plain plain.c
unset LD_LIBRARY_PATH
# A machine may have roctracer and no device, or both.
./plain 2>said || fail "without roctracer it ended with $?"
! grep . said | grep -v -e 'hip: there is no roctracer: LD_LIBRARY_PATH must lead to libroctracer64.so' \
    -e 'hip: roctracer does not run here: ' -e 'INSTR_PLUGINS: hip did not want to run' || fail "without roctracer it says: $(cat said)"
