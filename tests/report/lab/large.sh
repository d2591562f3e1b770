#!/bin/sh
# large.sh - what a baseline of 5,000 functions takes, and 1,000 tests of which each reaches fifty of them: bytes and seconds.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export INSTR_TMPDIR="$work"
cd "$work"
{
    echo '#include <stdlib.h>'
    seq 0 4999 | sed 's/.*/static int f&(int n) { return n ? n + rand() : &; }/'
    echo 'static int (*const all[])(int) = {'
    seq 0 4999 | sed 's/.*/f&,/'
    echo '};
int main(int argc, char **argv) {
    int from = argc > 1 ? atoi(argv[1]) : 0, count = argc > 1 ? 50 : 5000, sum = 0;
    for (int i = 0; i < count; i++) sum += all[(from + i) % 5000](i);
    return sum == 7;
}'
} >large.c
instr-cc --instr-paths=all gcc -O1 large.c -o large
# took WHAT COMMAND...: seconds by the clock.
took() {
    what=$1
    shift
    start=$(date +%s%N)
    "$@" >out 2>&1 || { cat out && exit 1; }
    echo "$what: $(awk "BEGIN { printf \"%.2f\", ($(date +%s%N) - $start) / 1e9 }") s"
}
instr-report gate --record -o baseline -- ./large 2>/dev/null
INSTR_OUTPUT=large.instr ./large
echo "baseline: $(grep -c '	' baseline) functions, $(wc -c <baseline) bytes"
took 'gate, of one run' instr-report gate baseline large.instr
seq 0 999 | instr-report tests --run tests -- ./large '{}' >/dev/null 2>&1
took 'tests, of 1,000' instr-report tests tests
took 'tests --changed, of 1,000' instr-report tests --changed=large.c:100 tests
instr-report gate --record -o baseline tests 2>/dev/null
took 'gate, of 1,000 tests' instr-report gate baseline tests
