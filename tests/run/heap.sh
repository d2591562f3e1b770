#!/bin/sh
# heap.sh SOURCE ALLOCATOR - what INSTR_METRICS=heap says of each function is what the program counts itself: of one thread and
# many, in a child of fork, after a kill, with a library that comes late, linked statically. A program with an allocator of
# its own runs on.
set -eu
. "$INSTR_TEST_DIR/check.sh"
unset INSTR_TIMING
echo 'void *malloc(unsigned long); void *take(unsigned long n) { return malloc(n); }' >library.c
cc -shared -fPIC -o library.so library.c

check() # PROFILE PRINTED
{
    instr-report flat --csv --metric=heap-calls,heap-bytes,heap-held,heap-peak "$1" |
        awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i}
            $4 == "function" {print $1, $at["metric_heap-calls_exclusive"] + 0, $at["metric_heap-bytes_exclusive"] + 0,
                $at["metric_heap-held_exclusive"] + 0, $at["metric_heap-peak_exclusive"] + 0}' | sort >profile.heap
    awk '$2 {print $1, $2, $3, $4, $5}' "$2" | sort >expected.heap
    [ -s expected.heap ] || fail "$1: the program printed nothing"
    awk 'NR == FNR {wanted[$1]; next} $1 in wanted' expected.heap profile.heap >wanted.heap
    diff expected.heap wanted.heap >difference || fail "$1: the profile differs: $(cat difference)"
    # No other function took anything; in main it is dprintf.
    others=$(awk 'NR == FNR {wanted[$1]; next} !($1 in wanted) && $1 != "main" && $2' expected.heap profile.heap)
    [ -z "$others" ] || fail "$1: of functions that took nothing it says: $others"
}

export INSTR_METRICS=heap
instr-cc gcc -O1 -pthread -o program "$1" -ldl
for timing in exact adaptive; do
    INSTR_TIMING=$timing INSTR_OUTPUT=one.instr ./program >printed
    check one.instr printed
    INSTR_TIMING=$timing INSTR_OUTPUT=many.instr ./program threads >printed
    # Which path held what at the mark is as threads took turns; the sums don't depend on it.
    sed -i 's/ [0-9]*$/ 0/' printed
    instr-report metrics --csv many.instr >metrics.csv
    grep -q heap-peak metrics.csv || fail "there is no heap-peak: $(cat metrics.csv)"
    instr-report flat --csv --metric=heap-calls,heap-bytes,heap-held many.instr | awk -F, '
        NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i}
        $4 == "function" && $1 != "main" && $at["metric_heap-calls_exclusive"] {print $1, $at["metric_heap-calls_exclusive"],
            $at["metric_heap-bytes_exclusive"], $at["metric_heap-held_exclusive"] + 0, 0}' | sort >profile.heap
    awk '$2' printed | sort | diff - profile.heap >difference || fail "threads, $timing: $(cat difference)"
done
INSTR_OUTPUT=library.instr ./program library >printed
check library.instr printed
INSTR_OUTPUT=run.%p.instr ./program fork >printed
child=0
for profile in run.*.instr; do
    instr-report flat --csv --metric=heap-calls "$profile" | grep -q '^peak,' || continue
    child=1
    check "$profile" printed
done
[ $child = 1 ] || fail "the child has no profile"
INSTR_OUTPUT=killed.instr ./program kill >printed || true
instr-report recover >/dev/null
check killed.instr printed

# Linked statically the linker puts us between, and costs nothing else: the program counts the same.
if instr-cc gcc -O1 -static -pthread -o fixed "$1" -ldl 2>said; then
    INSTR_OUTPUT=fixed.instr ./fixed >printed
    check fixed.instr printed
    INSTR_METRICS= INSTR_OUTPUT=without.instr ./fixed >printed
    if grep -q mtrc without.instr; then
        fail "without INSTR_METRICS there are metrics"
    fi
else
    fail "no static program could be linked: $(cat said)"
fi

# With an allocator of its own, which calls functions of its own while it holds a lock.
for flags in -O2 "-O1 -static"; do
    # shellcheck disable=SC2086
    instr-cc gcc $flags -fno-builtin -pthread -o own "$2"
    INSTR_OUTPUT=own.instr timeout 100 ./own >said || fail "$flags: with its own allocator it ends with $?"
    [ "$(cat said)" = '0 wrong' ] || fail "$flags: with its own allocator it says: $(cat said)"
done
