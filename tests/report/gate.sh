# gate.sh CC - a baseline of calls, as somebody in CI has it: recorded, held against runs of programs that do more or less, and
# accepted.
cc=$1
unset INSTR_TIMING
export INSTR_TMPDIR="$PWD" TMPDIR="$PWD"
unset PAGER COLUMNS

mkdir src
cat >src/table.h <<'E'
static inline int table_next(int at) { return at + 1; }
E
cat >src/table.c <<'E'
#include "table.h"
#ifndef STEP
#define STEP 7
#endif
static int table_grow(int size) { return 2 * size; }
int table_find(int key) { int at = 0; while (at < key % STEP) at = table_next(at); return key % STEP ? at : table_grow(key); }
E
cat >src/main.c <<'E'
#include <stdio.h>
#include <stdlib.h>
int table_find(int);
#ifndef PARSE
#define PARSE parse
#endif
#ifndef KEYS
#define KEYS 1000
#endif
static int PARSE(int keys) { int sum = 0; for (int i = 0; i < keys; i++) sum += table_find(i); return sum; }
static int draw(int n) { return n; }
static int seed(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += draw(i); return sum; }
static int twice(int n) { return 2 * n; }
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 20, sum = PARSE(KEYS) + seed(n);
    if (argc > 2) sum += twice(n);
    return sum == 0;
}
E
paths=all
# run NAME FLAGS... [-- ARGUMENTS]: a program of its own, and the profile of a run of it.
run() {
    name=$1 flags=
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        flags="$flags $1"
        shift
    done
    [ $# = 0 ] || shift
    instr-cc --instr-paths=$paths "$cc" -O1 $flags src/main.c src/table.c -o "$name"
    INSTR_OUTPUT=$name.instr "./$name" "$@"
}
# status WANTED ARGUMENTS...: what gate ends with.
status() {
    wanted=$1 got=0
    shift
    instr-report gate "$@" >out 2>err || got=$?
    [ "$got" = "$wanted" ] || fail "gate $*: status $got, not $wanted: $(cat out err)"
}
has() { grep -q -- "$1" out || fail "'$1' is not in: $(cat out)"; }
says() { grep -q -- "$1" err || fail "'$1' is not said: $(cat err)"; }
# with BASELINE LINE: the baseline with one line more behind its rules.
with() {
    head -n 3 "$1"
    echo "$2"
    tail -n +4 "$1"
}

run first
run second
status 0 --record first.instr second.instr -o perf.baseline
says 'functions of 2 runs; all runs are equal'
grep -v '^[#a]' perf.baseline >got
tr ' ' '\t' >want <<'E'
src/main.c draw 20 from=seed
src/main.c main 1
src/main.c parse 1 from=main
src/main.c seed 1 from=main
src/table.c table_find 1000 from=parse
src/table.c table_grow 143 from=table_find
src/table.h table_next 2997 from=table_find
E
tr '=' ' ' <want | diff - got || fail 'the baseline'
status 0 perf.baseline first.instr second.instr
has '^passed: 7 functions match perf.baseline (compared: calls)$'
# A folder of profiles is one run, its sum.
mkdir both
cp first.instr second.instr both
status 1 perf.baseline both
has '^main (src/main.c:[0-9]*) is called 1 more time, by functions that are not measured'
# So are folders of profiles below it, as the tests of a suite have them.
mkdir -p suite/one suite/two
cp first.instr suite/one
cp second.instr suite/two
status 1 perf.baseline suite
has '^main (src/main.c:[0-9]*) is called 1 more time'

# More work in one place is one cause, with all that comes of it.
run more -DKEYS=1010
status 1 perf.baseline more.instr
has '^failed: 3 of 7 functions differ by more than perf.baseline allows (compared: calls)$'
has 'parse (src/main.c:[0-9]*), called as often as before, makes 10 more calls of table_find'
has '^on main/parse/table_find'
has '  +10 .* table_find  src/table.c'
has 'instr-report gate --accept perf.baseline more.instr'
[ "$(grep -c ' more calls of ' out)" = 1 ] || fail "one cause: $(cat out)"
# Less is a difference, too.
run less -DKEYS=999
status 1 perf.baseline less.instr
has '^parse .* makes 1 fewer call of table_find'
# An allowance, on the command line and in the file, for all and for some.
status 0 --allow=2% perf.baseline more.instr
has '^allowed:'
status 1 --allow=0.9% perf.baseline more.instr
sed 's/^allow 0%/allow 2%/' perf.baseline >wide.baseline
status 0 wide.baseline more.instr
with perf.baseline 'allow 2% *table.?' >some.baseline
status 0 some.baseline more.instr
run drawn -- 21
status 1 some.baseline drawn.instr
has '^seed (src/main.c:[0-9]*), called as often as before, makes 1 more call of draw'
with perf.baseline 'allow any draw' >any.baseline
status 0 any.baseline drawn.instr

# One function does two things differently, as often as it is called.
run step -DSTEP=8
status 1 perf.baseline step.instr
has '^table_find (src/table.c:[0-9]*), called as often as before, makes [0-9]* more calls of table_next'
has '^table_find (src/table.c:[0-9]*), called as often as before, makes 18 fewer calls of table_grow'

# Trivial functions are counted by function, where probes are by assembly: their calls are as exact, and who calls them is not
# known.
if [ "$(uname -m)" = x86_64 ]; then
    paths=most
    run most
    status 0 --record most.instr -o most.baseline
    grep -q '^src/table.c	table_grow	143	~$' most.baseline || fail "callers that are not known: $(cat most.baseline)"
    run most-more -DKEYS=1010
    status 1 most.baseline most-more.instr
    has 'parse (src/main.c:[0-9]*), called as often as before, makes 10 more calls of table_find'
    has '^table_next (src/table.h:[0-9]*) is called 28 more times, by unknown callers: for short calls they are not counted'
    run most-step -DSTEP=8
    status 1 most.baseline most-step.instr
    has '^table_grow (src/table.c:[0-9]*) is called 18 fewer times, by unknown callers: for short calls they are not counted'
    has 'to count the callers of short functions build with --instr-paths=all'
    paths=all
fi

# New, gone, renamed and moved.
run new -- 20 x
status 1 perf.baseline new.instr
has '^main (src/main.c:[0-9]*), called as often as before, makes 1 more call of twice, which is new'
has 'new .* twice  src/main.c'
has '^failed: 1 of 8 functions differs'
status 0 --record new.instr -o new.baseline
says 'name two or more runs'
status 1 new.baseline first.instr
has 'gone .* twice'
sed 's/from table_find$/from table_lookup/; s/	table_find	/	table_lookup	/' perf.baseline >renamed.baseline
status 0 renamed.baseline first.instr
has 'table_find  src/table.c:[0-9]*, was table_lookup'
sed 's/^src\/table.h/src\/next.h/' perf.baseline >moved.baseline
status 0 moved.baseline first.instr
has 'table_next  src/table.h:[0-9]*, was in src/next.h'

# What a filter leaves alone is not gone.
printf 'SCOREP_REGION_NAMES_BEGIN\nEXCLUDE draw\nSCOREP_REGION_NAMES_END\n' >draw.filter
run filtered --instr-filter=draw.filter
status 0 perf.baseline filtered.instr
has 'draw  src/main.c, not instrumented any more'

# Another checkout, compiled by whole paths and looked at from another folder, is the same.
mkdir -p elsewhere/build
cp -r src elsewhere
(cd elsewhere/build && instr-cc --instr-paths=all "$cc" -O1 "$PWD/../src/main.c" "$PWD/../src/table.c" -o first && INSTR_OUTPUT=first.instr ./first)
status 0 perf.baseline elsewhere/build/first.instr
! grep -q 'was in' out || fail "other folders: $(cat out)"

# What varies by itself is found, and fails only far from where it was.
run varied -- 25
status 0 --record first.instr varied.instr drawn.instr -o varies.baseline
says '; 1 of them vary from run to run'
grep -q '^src/main.c	draw	20..25	from seed$' varies.baseline || fail "the range: $(cat varies.baseline)"
run little -- 40
run much -- 500
status 0 varies.baseline little.instr
has '^allowed:'
status 1 varies.baseline much.instr
has 'makes [0-9]* more calls of draw'

# What is accepted is written, and no other line; remarks stay.
with perf.baseline '# the keys of last year' | sed 's/^src\/table.c	table_grow/# grows by two\n&/' >accepted.baseline
echo 'allow 50% nothing_*' >>accepted.baseline
cp accepted.baseline before
status 0 --accept accepted.baseline more.instr
[ "$(diff before accepted.baseline | grep -c '^>')" = 3 ] || fail "accepted: $(diff before accepted.baseline)"
[ "$(grep -c '^# the keys\|^# grows\|^allow 50% nothing_' accepted.baseline)" = 3 ] || fail "remarks: $(cat accepted.baseline)"
status 0 accepted.baseline more.instr
status 0 --accept renamed.baseline first.instr
diff renamed.baseline perf.baseline || fail 'a function that was renamed is written so, and as a caller'

# Metrics that are exact go along where they were measured: what a function allocates more by itself is its own cause, and what it
# allocates because it is called more often is not. A program that gate runs is asked for them.
cat >src/list.c <<'E'
#include <stdlib.h>
#ifndef COPIES
#define COPIES 1
#endif
static void *volatile last;
static void add(int size) { for (int i = 0; i < COPIES; i++) last = malloc(size); }
static void fill(int n) { for (int i = 0; i < n; i++) add(16); }
int main(int argc, char **argv) { fill(argc > 1 ? atoi(argv[1]) : 100); return 0; }
E
instr-cc "$cc" src/list.c -o list
instr-cc "$cc" -DCOPIES=2 src/list.c -o copies
(export INSTR_METRICS=heap && status 0 --record -o heap.baseline -- ./list)
grep -q '^metrics heap-calls,heap-bytes$' heap.baseline || fail "metrics: $(cat heap.baseline)"
grep -q '^src/list.c	add	100	from fill	heap-calls 100	heap-bytes 1600$' heap.baseline || fail "metrics: $(cat heap.baseline)"
status 0 heap.baseline -- ./list
has '^passed: 3 functions match heap.baseline (compared: calls,heap-calls,heap-bytes)$'
status 1 heap.baseline -- ./copies
has '^failed: 1 of 3 functions differs by more'
has '^add (src/list.c:6), called as often as before, has 100 more heap-calls$'
has '^on main/fill/add$'
has '+1,600 .* add: heap-bytes  src/list.c'
status 1 heap.baseline -- ./list 110
[ "$(grep -c ' more calls of ' out)" = 1 ] || fail "one cause, with metrics: $(cat out)"
has '^fill (src/list.c:[0-9]*), called as often as before, makes 10 more calls of add$'
has '+160 .* add: heap-bytes'
sed 's/^allow 0%/&\nallow 100% heap-*/' heap.baseline >wide.baseline
status 0 wide.baseline -- ./copies
cp heap.baseline accepted.baseline
status 0 --accept accepted.baseline -- ./copies
status 0 accepted.baseline -- ./copies
INSTR_OUTPUT=list.instr ./list
INSTR_METRICS=heap INSTR_OUTPUT=heap.instr ./list
status 71 --record heap.instr list.instr
says 'list.instr: heap-calls was not measured'
status 71 heap.baseline list.instr
says 'heap-calls was not measured: run the program with INSTR_METRICS=heap-calls'
status 0 --record --metric=heap-held -o held.baseline -- ./list
grep -q '	heap-held 1600$' held.baseline || fail "a metric that was asked for: $(cat held.baseline)"

# Times are in a baseline that asks for them. They are information, and fail where they are asked for again, beyond the errors.
cat >src/spin.c <<'E'
#ifndef TIMES
#define TIMES 1
#endif
#ifndef CALLS
#define CALLS 20
#endif
static volatile int sink;
static void spin(int n) { for (int i = 0; i < n * 100000; i++) sink += i; }
static void steady(int n) { for (int i = 0; i < n * 100000; i++) sink += i; }
int main(void) { for (int i = 0; i < 20; i++) steady(3); for (int i = 0; i < CALLS; i++) spin(3 * TIMES); return 0; }
E
# spin NAME FLAG: a program, and a run of it by CPU time. The same run five times has no error, however busy the machine is.
spin() {
    instr-cc --instr-paths=all "$cc" -O1 "$2" src/spin.c -o "$1"
    INSTR_CLOCK=thread_cpu INSTR_OUTPUT=$1.instr "./$1"
}
five() { echo "$1" "$1" "$1" "$1" "$1"; }
spin quick -DTIMES=1
spin slow -DTIMES=20
spin often -DCALLS=400
quick=$(five quick.instr) slow=$(five slow.instr) often=$(five often.instr)
status 0 --record --times $quick -o time.baseline
grep -q '^src/spin.c	spin	20	from main	time [0-9.]* +-0[.0]* ms, 5 runs$' time.baseline || fail "times: $(cat time.baseline)"
status 0 --record $quick -o exact.baseline
! grep -q 'time ' exact.baseline || fail "times that nobody asked for: $(cat exact.baseline)"
status 0 --times time.baseline $quick
has '^passed: 3 functions match time.baseline (compared: calls,time)$'
! grep -q '^times' out || fail "the same times differ: $(cat out)"
status 0 time.baseline $slow
has '^times, checked only with --times:$'
has '  spin: time  src/spin.c'
status 1 --times time.baseline $slow
has '^spin (src/spin.c:8), called as often as before, takes [0-9.]* m\?s more$'
has '^on main/spin$'
has 'instr-report gate --accept --times time.baseline slow.instr'
status 1 --csv --times time.baseline $slow
grep -q '^more,spin,src/spin.c,8,.*,1,spin,src/spin.c,1,,spin,0[.][0-9e-]*,main/spin,0,time$' out || fail "a row: $(cat out)"
# Errors that are as large as the change hide it.
sed 's/+-0[.0]* ms/+-1000 ms/' time.baseline >rough.baseline
status 0 --times rough.baseline $slow
# Time that comes of calls is no cause.
status 0 --record --times $often -o often.baseline
awk -F'\t' -v OFS='\t' '$2 == "spin" { split($5, time, " "); $3 = 20; $5 = "time " time[2] / 20 " +-0 ms, 5 runs" } { print }' often.baseline >seldom.baseline
status 1 --times seldom.baseline $often
has '^main (src/spin.c:10), called as often as before, makes 380 more calls of spin$'
has '  spin: time  src/spin.c'
! grep -q 'takes' out || fail "time that comes of calls is no cause: $(cat out)"
# Rules are as for metrics.
sed 's/^allow 0%/&\nallow any time/' time.baseline >any.baseline
status 0 --times any.baseline $slow
has '^times, within the limit:$'
sed 's/^allow 0%/&\nallow 100% time/' time.baseline >double.baseline
status 1 --times double.baseline $slow
cp time.baseline accepted.baseline
status 0 --accept --times accepted.baseline $slow
[ "$(diff time.baseline accepted.baseline | grep -c '^> src/spin.c	spin	20')" = 1 ] || fail "accepted: $(cat accepted.baseline)"
status 0 --times accepted.baseline $slow
# One run on each side is no gate.
status 0 --record --times quick.instr -o one.baseline
status 0 --times one.baseline slow.instr
has '^one run per side: noise is assumed, so no time fails'
status 1 --times one.baseline $slow
status 71 --times exact.baseline quick.instr
says 'exact.baseline has no times'
status 0 --record --times -o own.baseline -- ./quick
says 'functions of 5 runs'

# A program is run in place of runs that are named; what it prints is apart from the report, and its profiles are gone.
status 0 --record --runs=2 -o own.baseline -- ./first 20
says 'functions of 2 runs; all runs are equal'
grep -v '^#' perf.baseline >want
grep -v '^#' own.baseline | diff want - || fail 'the baseline of a program'
ls ./*.instr >before
status 0 own.baseline -- ./first 20
status 1 own.baseline -- ./first 21
has 'instr-report gate --accept own.baseline -- ./first 21$'
ls ./*.instr | diff before - || fail 'profiles are left here'
[ -z "$(ls -d instr-report.* 2>/dev/null)" ] || fail 'a folder is left'
# A program that fails is run again: what varies by itself does not fail in each run.
status 0 own.baseline -- sh -c 'if mkdir once 2>/dev/null; then exec ./first 21; fi; exec ./first 20'
has '^passed'
[ -d once ] || fail 'the program that varies did not vary'
status 1 --runs=1 own.baseline -- sh -c 'if rmdir once; then exec ./first 21; fi; exec ./first 20'
status 0 --record -- sh -c 'echo printed; exec ./first'
! grep -q printed out || fail 'what a program prints is in a baseline'
says '3 runs'
status 71 own.baseline -- ./absent
says './absent failed with status 127'
status 71 own.baseline -- true
says 'true wrote no profile'
status 71 own.baseline first.instr -- ./first
says 'not both'

# diff has the same eyes, however little time it is.
instr-report diff first.instr second.instr >out
has '^calls: unchanged in all functions that are measured on both sides'
instr-report diff first.instr more.instr >out
has '^calls: 3 functions are called more or less often'
has 'parse (src/main.c:[0-9]*), called as often as before, makes 10 more calls of table_find'
instr-report diff first.instr filtered.instr >out
has '^calls: unchanged in all functions that are measured on both sides'

# Lambdas are named by their order in what encloses them: lines of a source may move.
cat >lambdas.cpp <<'E'
struct Each { template <class F> int of(F f) { return f(1) + f(2); } };
static int one(int n) { return n; }
int main() {
    Each each;
    int sum = each.of([](int a) { return a; }) + each.of([](int a) { return one(a) + 1; });
    for (int i = 0; i < 3; i++) sum += each.of([i](int a) { return a * i; });
    return sum == 0;
}
E
for cxx in g++ clang++; do
    command -v $cxx >/dev/null || continue
    instr-cc --instr-paths=all $cxx -O1 lambdas.cpp -o lambdas
    INSTR_OUTPUT=lines.instr ./lambdas
    sed '4i // a comment' lambdas.cpp >moved.cpp
    mv lambdas.cpp kept.cpp && mv moved.cpp lambdas.cpp
    instr-cc --instr-paths=all $cxx -O1 lambdas.cpp -o lambdas
    INSTR_OUTPUT=moved.instr ./lambdas
    mv kept.cpp lambdas.cpp
    instr-report gate --record lines.instr -o lines.baseline 2>/dev/null
    status 0 lines.baseline moved.instr
    grep -q '	main::lambda 3	6	' lines.baseline || fail "$cxx: lambdas are named otherwise: $(cat lines.baseline)"
    instr-report diff lines.instr moved.instr >out
    has '^calls: unchanged in all functions that are measured on both sides'
done

# For scripts.
status 1 --csv perf.baseline more.instr
grep -q '^more often,table_find,src/table.c,6,1010,1010,1000,1000,10,1,table_find,src/table.c,1,parse,table_find,10,main/parse/table_find,0,calls$' out ||
    fail "a row: $(cat out)"
status 1 --github --junit=tests.xml perf.baseline more.instr
has '^::error file=src/main.c,line=10,title=calls of table_find::parse (src/main.c:10), called as often as before, makes 10 more calls of table_find; causes 2 more$'
grep -q '<testsuite name="perf.baseline" tests="7" failures="3">' tests.xml || fail "JUnit: $(cat tests.xml)"
grep -q '<testcase classname="src/main.c" name="draw"/>' tests.xml || fail "JUnit, what passed: $(cat tests.xml)"
grep -q '<failure message="more often: 1,010 calls, 1,000 before">parse (src/main.c:10), called' tests.xml || fail "JUnit: $(cat tests.xml)"
if command -v python3 >/dev/null; then
    python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' tests.xml || fail 'JUnit is no XML'
fi

# A loop of a function, by its number, wherever its lines go.
cat >loops.c <<'E'
static volatile int sink;
static void two(int n) { for (int i = 0; i < n; i++) for (int k = 0; k < 10; k++) sink = k; for (int i = 0; i < 3; i++) sink = i; }
int main(void) { two(20); return 0; }
E
loops() { instr-cc --instr-level=3 --instr-paths=all "$cc" -O1 loops.c -o loops; }
loops
instr-report gate --record -o loops.baseline -- ./loops 2>err
grep -q '^loops.c	two: turns of loop 1 (loop)	223	' loops.baseline || fail "two loops in a line: $(cat loops.baseline)"
sed -i 's/) for (int/)\nfor (int/; s/; for/;\nfor/' loops.c
loops
instr-report gate --record -o loops.baseline -- ./loops 2>err
for turns in '1 (loop)	20	from two: loop 1 (loop)' '2 (loop)	200	from two: loop 2 (loop)' '3 (loop)	3	from two: loop 3 (loop)'; do
    grep -qF "two: turns of loop $turns" loops.baseline || fail "turns: $(cat loops.baseline)"
done
sed -i '1i /* all lines move */' loops.c
loops
instr-report gate loops.baseline -- ./loops >out || fail "lines that move: $(cat out)"
sed -i 's/k < 10/k < 12/' loops.c
loops
instr-report gate loops.baseline -- ./loops >out 2>err && fail 'turns that a baseline does not allow'
grep -q '^two: loop 2 (loop) (loops.c:4), called as often as before, iterates 40 more times$' out || fail "turns: $(cat out)"

# What can't be read says where and why.
status 71 none.baseline first.instr
says 'gate --record'
status 71
says 'name a baseline'
printf 'allow 0%%\n<<<<<<< ours\nsrc/a.c\tf\t1\n' >wrong.baseline
status 71 wrong.baseline first.instr
says 'wrong.baseline:2: a merge conflict'
printf 'src/a.c\tf\tone\n' >wrong.baseline
status 71 wrong.baseline first.instr
says 'wrong.baseline:1: calls must be a number'
printf 'allow much\n' >wrong.baseline
status 71 wrong.baseline first.instr
says 'wrong.baseline:1: a rule is'
printf 'src/a.c\tf\t1\theap-calls 2\n' >wrong.baseline
status 71 wrong.baseline first.instr
says "wrong.baseline:1: .* an earlier line 'metrics' lists"
printf 'src/a.c\tf\t1\ttime 3 ms\n' >wrong.baseline
status 71 wrong.baseline first.instr
says "wrong.baseline:1: a time is '124"
printf 'src/a.c\tf\t1\tfrom \tfrom \n' >wrong.baseline
status 71 wrong.baseline first.instr
says "wrong.baseline:1: callers follow one 'from'"
printf 'src/a.c\tf\t1\n\0' >wrong.baseline
status 71 wrong.baseline first.instr
says 'wrong.baseline: not a text file'
printf 'src/a.c\tf\t1\nsrc/a.c\tf\t2\n' >wrong.baseline
status 71 wrong.baseline first.instr
says 'two lines of src/a.c f'
# A history outside of a repository has nothing of git's own words.
mkdir nowhere
(cd nowhere && GIT_CEILING_DIRECTORIES=$PWD instr-report gate --runs=1 history/ -- ../list >../out 2>../err) || fail "outside of a repository: $(cat err)"
! grep -q fatal err || fail "git itself speaks: $(cat err)"
