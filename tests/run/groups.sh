# groups.sh - groups of regions and labels: what is reported by them, and that they can be switched at the start and while running.
cat >main.c <<'C'
#include <instr.h>
__attribute__((noinline)) static void work(int x) { __asm__ volatile("" : : "r"(x)); }
int main(void)
{
    instr_label *label = instr_label_make("both", 1, instr_group("tags") | instr_group("io"), 0, 0);
    for (int i = 0; i < 10; i++) {
        if (i == 4)
            instr_disable_groups(instr_group("io"));
        if (i == 6)
            instr_disable_groups(INSTR_ALL_GROUPS);
        if (i == 7)
            instr_enable_groups(INSTR_ALL_GROUPS);
#pragma instr region("read") group("io")
        {
            work(i);
        }
#pragma instr region("solve") group("math,core")
        {
            work(i);
        }
        instr_start_label(label);
        work(i);
        instr_stop_label(label);
    }
    double calls = 0;
    return instr_query_ranks(0, label, "calls", &calls) ? 2 : calls == 9 ? 0 : 1;
}
C
instr-cc cc -I"$INSTR_TEST_DIR/../../include" -O1 -o program main.c
# calls NAME; in_group GROUP FUNCTION: calls of a function in calls of that group.
calls() { instr-report flat --csv | grep "^$1," | cut -d, -f5; }
in_group() { instr-report tree --by=group --csv | python3 -c "
import csv, sys
print([row['calls'] for row in csv.DictReader(sys.stdin) if row['path'] == '$1/$2'])"; }
./program || fail "instr_query_ranks: status $?"
[ "$(calls read) $(calls solve) $(calls both) $(calls work)" = '7 9 9 30' ] ||
    fail "read, solve, both, work: $(calls read) $(calls solve) $(calls both) $(calls work)"
[ "$(in_group io work)$(in_group math,core work)$(in_group '(no group)' work)" = "['7']['9']['5']" ] ||
    fail "work by group: $(instr-report tree --by=group --csv)"
# What is in groups and what is not adds up to the run.
instr-report tree --by=group --csv | python3 -c '
import csv, sys
rows = [row for row in csv.DictReader(sys.stdin)]
parts = sum(float(row["inclusive_s"]) for row in rows if row["depth"] == "1")
assert abs(parts - float(rows[0]["inclusive_s"])) < 1e-9, (parts, rows[0])' || fail 'groups do not add up'

# At the start: by name, by what is not wanted; a region goes on as long as one of its groups does.
rm -f -- *.instr
INSTR_GROUPS='!io' ./program || :
[ "$(calls read)" = 3 ] && [ "$(calls both)" = 9 ] || fail "without io: $(calls read) $(calls both)"
rm -f -- *.instr
INSTR_GROUPS='math tags' ./program || :
[ "$(calls read)" = 3 ] && [ "$(calls solve)" = 9 ] && [ "$(calls main)" = 1 ] || fail "math alone: $(calls read) $(calls solve)"
INSTR_GROUPS='math ! io' ./program 2>err || :
grep -q 'INSTR_GROUPS' err || fail 'nothing is said of what is no name'
