# settings.sh - a setting that can't be understood is named when the program starts: once, on one line, and the program
# goes on. So does instr-cc.
unset INSTR_TIMING
cat >program.c <<'END'
#include <stdio.h>
#include <unistd.h>
int main(int count, char **words)
{
    if (count > 1)
        execl(words[0], words[0], (char *)NULL);
    return puts("done") < 0;
}
END
instr-cc cc -O1 -o program program.c
# said TEXT SETTING...: the one line that the program prints with these settings.
said() {
    text=$1
    shift
    rm -f ./*.instr
    [ "$(env "$@" ./program 2>err)" = done ] || fail "$*: the program did not go on"
    [ "$(wc -l <err)" = 1 ] || fail "$*: $(wc -l <err) lines: $(cat err)"
    grep -qF "$text" err && grep -q '^instr: ' err || fail "$*: $(cat err), not '$text'"
    check_one_profile
}
said 'INSTR_LEVEL=banana is ignored: expected a number from 0 to 4' INSTR_LEVEL=banana
said 'INSTR_LEVEL=7 is ignored' INSTR_LEVEL=7
said 'INSTR_LEVEL= 1 is ignored' 'INSTR_LEVEL= 1'
said 'INSTR_MEMORY=much is ignored: expected 1M or more' INSTR_MEMORY=much
said 'INSTR_MEMORY=0 is ignored: expected a number from 1 to' INSTR_MEMORY=0
said 'INSTR_TIMING=excat is ignored: expected exact, adaptive' INSTR_TIMING=excat
said 'INSTR_THROTTLE is gone' INSTR_THROTTLE=5
said 'INSTR_RANKS=-1 is ignored' INSTR_RANKS=-1
said 'INSTR_SNAPSHOT=SIGKILL is ignored' INSTR_SNAPSHOT=SIGKILL
said 'INSTR_COMMAND=all is ignored' INSTR_COMMAND=all
said 'nowhere.filter' INSTR_FILTER=nowhere.filter
said 'INSTR_LEVLE is not a setting of instr: INSTR_LEVEL?' INSTR_LEVLE=2
said 'INSTR_WHATEVER is not a setting of instr' INSTR_WHATEVER=
said 'INSTR_MPI_BARRIER is gone: it counted the time of its own barrier as waiting' INSTR_MPI_BARRIER=1
said 'INSTR_BUDGET is gone: functions with short calls are now always counted' INSTR_BUDGET=2%
said 'INSTR_MAX_NODES is gone: use INSTR_MEMORY' INSTR_MAX_NODES=9
# Options of a trace: what is wrong is named, what is understood is done.
trace_said() { said "$@"; rm -f ./*.trace; }
said 'INSTR_TRACE=on is ignored: expected 1, or options, as in size=500M' INSTR_TRACE=on
trace_said 'INSTR_TRACE=size=5 is ignored: expected 1M or more' INSTR_TRACE=size=5,keep=2
trace_said 'INSTR_TRACE=every=2,sise=3 is ignored' INSTR_TRACE=1,every=2,sise=3
said 'INSTR_PRINT=window=soon is ignored' INSTR_PRINT=cpu,below=nobody,window=soon
INSTR_TRACE=output=a,b.trace,min=1s,below=f,g INSTR_OUTPUT=None ./program >out 2>err
[ -s a,b.trace ] && [ ! -s err ] || fail "a comma in a name: $(ls; cat err)"
said 'INSTR_CLOCK=mpi_wtime is not available here: monotonic is used' INSTR_CLOCK=mpi_wtime
# Several are one line, and each is in it.
said 'INSTR_TIMEING is not a setting of instr: INSTR_TIMING?' INSTR_LEVEL=x INSTR_TIMEING=exact
grep -q 'INSTR_LEVEL=x' err || fail "only one of two: $(cat err)"
# What is shown of a value does nothing to the terminal.
said 'INSTR_JOB=a\u{1b}[2Jb' INSTR_JOB="$(printf 'a\033[2Jb')"
# Of the ranks of a job the first one speaks.
INSTR_LEVEL=x PMI_RANK=1 ./program 2>err >out
[ ! -s err ] || fail "each rank says it: $(cat err)"
# What is understood, or is another part's, is nobody's business.
rm -f ./*.instr
INSTR_LEVEL=1 INSTR_MEMORY=1G INSTR_TIMING=exact INSTR_RANKS=all INSTR_BUILD_LEVEL=2 INSTR_CC=gcc INSTR_TEST_X=1 INSTR_OUTPUT= \
    ./program 2>err >out
[ ! -s err ] || fail "nothing is wrong: $(cat err)"
INSTR_LEVEL=0 INSTR_LEVLE=1 ./program 2>err >out
[ ! -s err ] || fail "it is switched off: $(cat err)"

# instr-cc.
for setting in INSTR_BUILD_LEVEL=banana INSTR_EXACT_MESSAGES=banana INSTR_PARSE_LIMIT=soon INSTR_BUILD_FILTER=nowhere.filter; do
    env $setting instr-cc cc -c program.c 2>err && status=0 || status=$?
    [ "$status" = 71 ] && grep -q "${setting#*=}" err || fail "instr-cc, $setting: status $status, $(cat err)"
done
INSTR_BUILD_LEVEL=banana instr-cc cc -c program.c 2>err || true
grep -q 'INSTR_BUILD_LEVEL' err || fail "which setting: $(cat err)"
INSTR_BULID_LEVEL=2 instr-cc cc -o again program.c 2>err || fail 'instr-cc did not go on'
grep -q 'INSTR_BULID_LEVEL is not a setting of instr: INSTR_BUILD_LEVEL?' err && [ "$(wc -l <err)" = 1 ] || fail "instr-cc: $(cat err)"
# Where only an object is made nothing is said: it would be said a thousand times, and in configure's tests.
INSTR_BULID_LEVEL=2 instr-cc cc -c program.c 2>err || fail 'instr-cc did not go on'
[ ! -s err ] || fail "instr-cc -c: $(cat err)"

# A level that is none, where the name may be the program's own: one line, and not where somebody else says which.
echo 'int main(void) { return 0; }' >level.c
for level in 2 5 high; do
    instr-cc cc -DTIMER_LEVEL=$level -c level.c 2>$level.said || fail "-DTIMER_LEVEL=$level: $(cat $level.said)"
    ! instr-cc cc -DTIMER_LEVEL=$level --instr-level=1 -c level.c 2>&1 | grep . || fail "and --instr-level"
done
[ ! -s 2.said ] && [ "$(grep -c 'note: -DTIMER_LEVEL=5 .* from 0 to 4' 5.said)" = 1 ] && grep -q 'note: -DTIMER_LEVEL=high ' high.said ||
    fail "levels that are none: $(cat ./*.said)"
