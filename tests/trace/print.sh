# print.sh - INSTR_PRINT: calls and returns as they happen, what is asked for alone, and nothing else changes.
unset INSTR_TIMING
cat >main.c <<'C'
#include <instr.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((noinline)) static void inner(int x) { __asm__ volatile("" : : "r"(x)); }
__attribute__((noinline)) static void outer(void)
{
    for (int i = 0; i < 2; i++)
        inner(i);
    instr_start("label");
    inner(2);
    instr_stop("label");
}
static void *thread(void *data)
{
    outer();
    return data;
}
int main(int count, char **words)
{
    pthread_t other;
    (void)words;
    outer();
    pthread_create(&other, NULL, thread, NULL);
    pthread_join(other, NULL);
    puts("said");
    fflush(stdout);
    if (count > 1)
        kill(getpid(), SIGKILL);
    return 3;
}
C
instr-cc cc -O1 -pthread -o program main.c
# lines: what happened to whom, without the times.
lines() { sed -E 's/^[0-9]* *://; s/  */ /g; s/^([a-z]+ [a-z]+) [0-9]+( main[.]c:[0-9]+)?/\1/' err | tr '\n' ';'; }
outer='call outer;call inner;return inner;call inner;return inner;call label;call inner;return inner;return label;return outer;'
INSTR_PRINT=1 ./program >out 2>err && status=0 || status=$?
[ $status = 3 ] && [ "$(cat out)" = said ] || fail "status $status, $(cat out)"
of_thread=$(echo "call thread;${outer}return thread;" | sed 's/;/ thread 1;/g')
[ "$(lines)" = "call main;${outer}${of_thread}return main;" ] || fail "all: $(lines)"
grep -q '^[0-9][0-9]*  *:call  *main  ' err || fail "not the seed's form: $(head -1 err)"
# Behind the seed's columns how deep, and where that is; a label that is started by its name is nowhere.
place=$(grep -n ' outer(void)' main.c | cut -d: -f1)
grep -Eq "^[0-9]+ +:call +outer +2  main.c:$place\$" err || fail "how deep and where: $(cat err)"
grep -Eq "^[0-9]+ +:return +outer +2  main.c:$place  thread 1\$" err || fail "of a thread: $(cat err)"
[ "$(awk '$2 == ":call" || $1 ~ /:call/ { print $3 $4 }' err | sed -n 5,6p | tr '\n' ' ')" = 'label3 inner4 ' ] || fail "levels: $(cat err)"
sort -n -c err || fail 'time goes back'
! ls ./*.trace 2>/dev/null || fail 'a trace was written'
# The profile is there, and has the same calls.
[ "$(instr-report flat --csv | grep '^inner,' | cut -d, -f5)" = 6 ] || fail 'the profile'

INSTR_PRINT=cpu,below=label ./program >out 2>err || :
[ "$(lines)" = 'call label;call inner;return inner;return label;call label thread 1;call inner thread 1;return inner thread 1;return label thread 1;' ] ||
    fail "below: $(lines)"
printf 'SCOREP_REGION_NAMES_BEGIN\nEXCLUDE inner\nSCOREP_REGION_NAMES_END\n' >filter
INSTR_PRINT=filter=filter ./program >out 2>err || :
! grep -q inner err && grep -q outer err || fail "filter: $(lines)"
INSTR_PRINT=1,window=100s- ./program >out 2>err || :
[ ! -s err ] || fail "out of the window: $(lines)"
INSTR_PRINT=1 INSTR_TRACE=1 ./program 2>err >out || :
grep -q 'INSTR_TRACE is ignored' err || fail 'both, and nothing is said'

# What a killed program did is out.
INSTR_PRINT=1 ./program killed >out 2>err || :
grep -q ':return  *thread' err && ! grep -q ':return  *main' err || fail "killed: $(lines)"
# Nobody reads: the program is not hurt.
INSTR_PRINT=1 ./program 2>&- >out && status=0 || status=$?
[ $status = 3 ] && [ "$(cat out)" = said ] || fail "stderr closed: status $status"
{ INSTR_PRINT=1 ./program 2>&1 >out || echo $? >status; } | true
[ "$(cat status)" = 3 ] || fail "nobody reads: status $(cat status)"

# Log: the tree in place of a profile, behind what the program says itself; None: nothing.
rm -f -- *.instr
INSTR_OUTPUT=Log ./program >out 2>err || :
! ls ./*.instr Log 2>/dev/null || fail 'Log: a profile'
[ "$(head -1 out)" = said ] || fail "Log: $(head -1 out)"
grep -q '^    outer  *1 ' out && grep -q '^        inner  *1 ' out || fail "Log: $(cat out)"
echo mine >log
for output in log LOG none; do
    INSTR_OUTPUT=$output ./program >out 2>err || :
    ! ls ./*.instr "$output".* 2>/dev/null && [ "$(cat log)" = mine ] || fail "$output is a file"
    [ $output = none ] || grep -q '^    outer  *1 ' out || fail "$output: $(cat out)"
done
INSTR_OUTPUT=Log ./program 2>err >&- || :
! ls ./*.instr 2>/dev/null || fail 'Log: a profile'
grep -q 'try instr-report recover' err || fail "nowhere to log to: $(cat err)"
instr-report recover >out
grep -q 'program\..*\.instr' out || fail "recovered under another name: $(cat out)"

# The recipes of the document: times as the tutorial for Ruby writes them, and its samples.
cat >roots.c <<'C'
#include <unistd.h>
__attribute__((noinline)) static void find_many_square_roots(void) { usleep(1100000); }
__attribute__((noinline)) static void find_many_squares(void) { usleep(600000); }
int main(void) { find_many_square_roots(); find_many_squares(); }
C
instr-cc cc -O1 -o roots roots.c
sed -n '/^INSTR_PRINT=1 .*roots/,/^```/{/^```/!p}' "$INSTR_TEST_DIR/../../docs/manual/08-metrics-trace.md" >recipes
PATH=$PWD:$PATH sh recipes >said 2>err || fail "recipes: $(cat err)"
grep -cE '^sec:0[0-9] usec:[0-9]{6}	(called|returned)	(main|find_many_squares|find_many_square_roots)$' said >count
[ "$(cat count)" = 6 ] || fail "seconds and microseconds: $(cat said)"
grep -qx 'sec:00 usec:000000	called	main' said && grep -q '^sec:01 .*returned	main$' said || fail "seconds of the run: $(cat said)"
grep '^Call stack' said >samples
printf 'Call stack at 0.5sec: main/find_many_square_roots\nCall stack at 1.0sec: main/find_many_square_roots\n' >expected
sed -n 1,2p samples | diff expected - || fail "samples: $(cat samples)"
sed -n '$p' samples | grep -q ': main/find_many_squares$' || fail "samples: $(cat samples)"
