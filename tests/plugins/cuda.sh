#!/bin/sh
# cuda.sh SOURCES - the plug-in for CUDA against something that answers as CUPTI does: each kernel is a row of its device under
# the function that launched it. Without CUPTI, and where that refuses, the program runs and is told what to do.
set -eu
. "$INSTR_TEST_DIR/check.sh"
unset INSTR_TIMING
cc -std=c11 -O1 -shared -fPIC -Wl,-soname,libcupti.so.12 -o libcupti.so.12 "$1/cupti.c"
instr-cc gcc -O1 -o program "$1/cuda.c" ./libcupti.so.12
export LD_LIBRARY_PATH=$PWD INSTR_PLUGINS=cuda INSTR_OUTPUT=run.instr
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
row seldom 300 600000 step
for call in cudaLaunchKernel cudaMemcpy cudaDeviceSynchronize; do
    grep -q "$call.*,call," tree.csv || fail "$call is no region: $(cat tree.csv)"
done
NO_CUPTI=1 ./program 2>said || fail "it ended with $?"
grep -q 'cuda: CUPTI does not run here: CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED (39); it lets one tool into a process' said ||
    fail "where CUPTI refuses it says: $(cat said)"
printf 'int main(void) {return 0;}\n' >plain.c
instr-cc gcc -o plain plain.c
unset LD_LIBRARY_PATH
# A machine may have CUPTI and no device, or both.
./plain 2>said || fail "without CUPTI it ended with $?"
! grep . said | grep -v -e 'cuda: there is no CUPTI: LD_LIBRARY_PATH must lead to libcupti.so' -e 'cuda: CUPTI does not run here: ' \
    -e 'INSTR_PLUGINS: cuda did not want to run' || fail "without CUPTI it says: $(cat said)"
