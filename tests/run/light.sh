# light.sh - calls that are only counted have no frames: each function's counts are those of exact timing, whatever comes in their
# midst.

export TSAN_OPTIONS="${TSAN_OPTIONS:-}:report_signal_unsafe=0" # a handler here allocates, as all functions do

cat >catching.c <<'C'
#include <setjmp.h>
static __thread jmp_buf back;
int catching(void (*function)(int), int argument)
{
    if (setjmp(back) == 0)
        function(argument);
    return 0;
}
void throwing(void)
{
    longjmp(back, 1);
}
C
mkdir store
export INSTR_TMPDIR="$PWD/store" # where nothing lies that an earlier run left
cc -O2 -c catching.c
instr-cc cc -O2 -pthread -o program "$INSTR_TEST_DIR/light.c" catching.o

# counts TIMING WHAT OPTION...: the calls of each function, over all processes, and the blocks that it took where these options
# ask for them.
counts() {
    timing=$1 what=$2
    shift 2
    rm -f -- *.instr
    INSTR_OUTPUT='%x.%p.instr' INSTR_TIMING=$timing ./program 20000 "$what" || [ "$what" = kill ] || fail "$what: the program failed"
    [ "$what" != kill ] || instr-report recover store/*.map >/dev/null 2>&1
    for profile in *.instr; do
        instr-report tree --csv --min=0 "$@" "$profile"
    done | awk -F, '$1 == "depth" { for (i = 1; i <= NF; i++) if ($i == "metric_heap-calls_exclusive") at = i }
        $7 ~ /^[0-9]+$/ && $2 { n = split($2, part, "/"); calls[part[n]] += $7; blocks[part[n]] += at ? $at : 0 }
        END { for (name in calls) if (calls[name]) print name, calls[name], blocks[name] }' | sort
}

for what in exit fork threads kill; do
    counts exact $what >exact.counts
    counts adaptive $what >adaptive.counts
    [ "$(wc -l <exact.counts)" -gt 20 ] || fail "$what: only $(wc -l <exact.counts) functions"
    if [ $what = fork ]; then # a call that is open then is the child's, too, if it has a frame
        sed -i '/^\(below_\)\?forks /d' exact.counts adaptive.counts
    fi
    diff exact.counts adaptive.counts || fail "$what: not the calls of exact timing"
done

# So they do with metrics: each block is booked where it was taken. glibc takes one as a thread starts, before the thread
# sanitizer knows that thread, and so before the runtime may be told.
for what in exit fork threads kill; do
    [ "$what ${CHECKER:-}" != 'threads thread' ] || continue
    INSTR_METRICS=heap,cpu-time counts adaptive $what --metric=heap-calls >blocks
    awk '$1 ~ /leaf$/ && $2 != $3 || $1 ~ /inner$/ && $3 {print; wrong = 1}
        END {exit wrong || NR < 20}' blocks >wrong || fail "$what: calls and blocks that they took: $(cat wrong)"
done
