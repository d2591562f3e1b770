# light.sh - calls that are only counted go without frames: the paths and counts are those of exact timing, whatever comes
# in their midst.
set -eu
. "$INSTR_TEST_DIR/check.sh"

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
cc -O2 -c catching.c
instr-cc cc -O2 -pthread -o program "$INSTR_TEST_DIR/light.c" catching.o

# counts TIMING WHAT: the calls of each path, over all processes.
counts() {
    rm -f -- *.instr
    INSTR_OUTPUT='%x.%p.instr' INSTR_TIMING=$1 ./program 20000 "$2" || [ "$2" = kill ] || fail "$*: the program failed"
    [ "$2" != kill ] || instr-report recover >/dev/null 2>&1
    for profile in *.instr; do
        instr-report tree --csv --min=0 "$profile"
    done | awk -F, '$7 ~ /^[0-9]+$/ && $2 { calls[$2] += $7 } END { for (path in calls) if (calls[path]) print path, calls[path] }' | sort
}

for what in exit fork threads kill; do
    counts exact $what >exact.counts
    counts adaptive $what >adaptive.counts
    [ "$(wc -l <exact.counts)" -gt 60 ] || fail "$what: only $(wc -l <exact.counts) paths"
    diff exact.counts adaptive.counts || fail "$what: not the calls of exact timing"
done
