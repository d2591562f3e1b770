# budget.sh - INSTR_BUDGET: what costs too much is switched off, marked, and proposed for the filter; the rest is
# counted as before.
set -eu
. "$INSTR_TEST_DIR/check.sh"
export INSTR_TIMING=adaptive

# As long on each processor: some do such an addition to memory in a tenth of the time of others. Beside other work, too, some looks
# fall into the probes of `tiny`, which take a tenth of the time, and hardly one into those of `large`, where it is 1 in 5,000.
cat >main.c <<'C'
#include <stdio.h>
#include <time.h>
static volatile unsigned sink;
__attribute__((noinline)) static void tiny(void)
{
    for (unsigned i = 0; i < 10; i++)
        sink += i;
}
__attribute__((noinline)) static void large(void)
{
    for (unsigned i = 0; i < 200000; i++)
        sink += i;
}
int main(void)
{
    for (int i = 0; i < 100; i++)
        large();
    long calls = 0;
    for (clock_t end = clock() + CLOCKS_PER_SEC; clock() < end; calls += 100000)
        for (int i = 0; i < 100000; i++)
            tiny();
    printf("%ld\n", calls);
    return 0;
}
C
instr-cc cc -O2 -o program main.c

# calls NAME: how often it was called, as the profile has it.
calls() {
    instr-report flat --csv --min=0 | awk -F, -v name="$1" '$1 == name { print $5 }'
}

made=$(./program)
[ "$(calls tiny)" -eq "$made" ] || fail "without a budget $(calls tiny) calls of tiny"
! instr-report | grep -q 'stopped\|switched off' || fail "stopped without a budget"

rm -f -- *.instr
made=$(INSTR_BUDGET=0.1% ./program)
[ "$(calls tiny)" -lt "$made" ] || fail "tiny was not switched off"
[ "$(calls tiny)" -ge 1000 ] || fail "tiny was switched off after $(calls tiny) calls"
[ "$(calls large)" -eq 100 ] || fail "$(calls large) calls of large"
instr-report --min=0 >report
grep -q 'tiny .*(stopped)$' report || fail "tiny is not marked: $(cat report)"
! grep -q 'large .*(stopped)$' report || fail "large was switched off"
grep -q '^regions switched off to keep the budget: 1$' report || fail "it is not said: $(cat report)"
grep -q '^functions that are switched off still .*: instr-report filter -o FILE' report || fail "no advice: $(cat report)"
instr-report filter | grep -q '^    tiny$' || fail "not proposed: $(instr-report filter)"

rm -f -- *.instr
made=$(INSTR_BUDGET=90% ./program)
[ "$(calls tiny)" -eq "$made" ] || fail "within the budget $(calls tiny) calls of tiny"

# A trivial function is never switched off: its addition is in its caller's time.
cat >trivial.c <<'C'
#include <stdio.h>
#include <stdlib.h>
static volatile unsigned sink;
static void trivial(void)
{
    sink += 1, sink += 2, sink += 3, sink += 4;
}
int main(int argc, char **argv)
{
    long calls = atol(argv[1]);
    for (long i = 0; i < calls; i++) {
        trivial();
        for (int more = 0; more < 20; more++)
            sink += 5;
    }
    return argc != 2;
}
C
instr-cc cc -O2 -o trivial trivial.c

rm -f -- *.instr
INSTR_BUDGET=0.1% ./trivial 20000000
[ "$(calls trivial)" -eq 20000000 ] || fail "with a budget $(calls trivial) calls of trivial"
