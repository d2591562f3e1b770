# choice.sh CHECK - what is in a trace and what is not, as the options of INSTR_TRACE ask; that the rest is said; and that the file
# keeps to its bound, and outlives a process that is killed.
unset INSTR_TIMING
check=$1
cat >main.c <<'C'
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((noinline)) static void tiny(void) { __asm__ volatile(""); }
__attribute__((noinline)) static void sleeps(void) { usleep(getenv("NAP_US") ? atoi(getenv("NAP_US")) : 3000); tiny(); }
__attribute__((noinline)) static void step(int tinies) { for (int i = 0; i < tinies; i++) tiny(); }
int main(int count, char **words)
{
    for (int i = 0; i < atoi(words[1]); i++)
        step(atoi(words[2]));
    sleeps();
    if (count > 3)
        kill(getpid(), SIGKILL);
    return 0;
}
C
instr-cc cc -O1 -o program main.c

# run 'OPTION=...,...' STEPS TINIES: a trace of it in trace.json, and its size in $size.
run() {
    rm -f -- *.instr *.trace
    variables=$1
    shift
    env INSTR_TRACE=1${variables:+,$variables} ./program "$@" || true
    size=$(cat ./*.trace | wc -c)
    instr-report export chrome -o trace.json
    python3 "$check" trace.json || fail "$variables: against the rules"
}
# events NAME: how many there are.
events() { grep -c "\"name\":\"$1\",\"cat\"" trace.json || true; }
# said TEXT: the profile says how many calls are not there, and so does the export.
said() {
    instr-report --no-pager | grep -q "not in the trace: .*$1" || fail "$variables: the profile does not say: $1"
    grep -q "calls left out, since .*$1" trace.json || fail "$variables: the trace does not say: $1"
}

run '' 10 100
[ "$(events tiny) $(events step) $(events main)" = "1001 10 1" ] || fail "all: $(events tiny) $(events step)"
[ "$(grep -c '"calls left out' trace.json)" = 0 ] || fail "all: something is left out"

python3 "$(dirname "$check")/damaged.py" "$(echo ./*.trace)" || fail "damaged traces"
rm damaged.trace

# Along the time: the sleep is most of it, and level 1 below main.
instr-report timeline --no-pager >timeline
grep -q '^   0 |.*A.*|$' timeline && grep -q ' main$' timeline && grep -q ' sleeps$' timeline || fail "$(cat timeline)"
instr-report timeline --focus=step --depth=1 --no-pager >timeline
! grep -qE ' (main|sleeps|tiny)$' timeline && grep -q ' step$' timeline || fail "focus: $(cat timeline)"
instr-report timeline --window=0-1000 -o timeline.svg
instr-report timeline --window=0ms-1000s -o again.svg || fail 'a window with units'
cmp timeline.svg again.svg || fail 'units of a window'
python3 -c 'import xml.dom.minidom as m; t = m.parse("timeline.svg").toxml(); assert "sleeps" in t and "<rect" in t' ||
    fail 'timeline.svg'
! instr-report timeline --window=2-1 2>messages || fail 'a window from its end'

# Longer than a busy machine keeps a tiny call from its processor.
NAP_US=1600000
export NAP_US
run min=800ms 10 100
unset NAP_US
[ "$(events tiny) $(events sleeps) $(events main)" = "0 1 1" ] || fail "min: $(events tiny) $(events sleeps)"
said INSTR_TRACE=min

run every=10 100 100
[ "$(events tiny) $(events step) $(events main)" = "1001 10 1" ] || fail "every: $(events tiny) $(events step)"
said INSTR_TRACE=every

run below=sleeps 10 10
[ "$(events tiny) $(events sleeps) $(events main)" = "1 1 0" ] || fail "below: $(events tiny) $(events sleeps) $(events main)"
said INSTR_TRACE=below

printf 'SCOREP_REGION_NAMES_BEGIN\nEXCLUDE tiny\nSCOREP_REGION_NAMES_END\n' >filter
run filter=filter 10 100
[ "$(events tiny) $(events step) $(events main)" = "0 10 1" ] || fail "filter: $(events tiny) $(events step)"
said INSTR_TRACE=filter

run window=-1ns 10 10
[ "$(events tiny)" = 0 ] || fail "window: $(events tiny)"
said INSTR_TRACE=window
run window=1ns- 10 10
[ "$(events tiny)" = 101 ] || fail "window: $(events tiny)"

# The bound: a little more than the file begins with, less than all.
run size=1M 100 2000
[ "$size" -le 1048576 ] && [ "$size" -gt 900000 ] || fail "size: $size"
[ "$(events sleeps)" = 0 ] || fail "size: the end is there, too"
said INSTR_TRACE=size

# The last of it, within the same bound.
run size=1M,keep=100 100 2000
[ "$size" -le 1114112 ] || fail "keep: $size"
[ "$(events sleeps) $(events main)" = "1 1" ] || fail "keep: $(events sleeps) $(events main)"
[ "$(events tiny)" -gt 50000 ] || fail "keep: $(events tiny)"
said 'written over'

# Killed: what was written, which is all but one buffer.
run '' 100 400 kill
[ "$(events tiny)" -gt 30000 ] && [ "$(events tiny)" -lt 40001 ] || fail "kill: $(events tiny)"
# instr-report recover adds that buffer, too: 100 steps of 400 tiny calls and the one in sleeps; once only.
instr-report recover >out
grep -q ': its trace, completed' out || fail "recover: $(cat out)"
instr-report export chrome -o trace.json
python3 "$check" trace.json || fail 'recovered: against the rules'
[ "$(events tiny) $(events step) $(events sleeps) $(events main)" = '40001 100 1 1' ] ||
    fail "recovered: $(events tiny) $(events step) $(events sleeps) $(events main)"
# So does one that never filled a buffer, and one in a ring.
run '' 10 10 kill
instr-report recover >out
instr-report export chrome -o trace.json
[ "$(events tiny) $(events sleeps)" = '101 1' ] || fail "recovered, short: $(events tiny)"
run keep=100,size=1M 100 400 kill
instr-report recover >out
instr-report export chrome -o trace.json
python3 "$check" trace.json || fail 'recovered ring: against the rules'
[ "$(events sleeps) $(events main)" = '1 1' ] && [ "$(events tiny)" -gt 30000 ] || fail "recovered ring: $(events tiny)"

# The Firefox Profiler's form has the own time of each function as the profile has it, in a thread for each thread.
run '' 20 20
instr-report export firefox -o firefox.json ./*.trace
instr-report flat --raw --csv >flat.csv
python3 - <<'end' || fail 'firefox: other times than the profile'
import csv, json
document = json.load(open('firefox.json'))
own = {}
for thread in document['threads']:
    samples, stacks, texts = thread['samples'], thread['stackTable'], thread['stringArray']
    assert samples['length'] == len(samples['time']) == len(samples['weight']) == len(samples['stack'])
    for time, weight, following in zip(samples['time'], samples['weight'], samples['time'][1:]):
        assert abs(time + weight - following) < 1e-6, (time, weight, following)
    for stack, weight in zip(samples['stack'], samples['weight']):
        if stack is not None:
            name = texts[2 * stacks['frame'][stack]]
            own[name] = own.get(name, 0) + weight / 1000
flat = {row['name']: float(row['exclusive_s']) for row in csv.DictReader(open('flat.csv'))}
assert set(own) == set(flat), (own, flat)
for name, seconds in flat.items():
    assert abs(own[name] - seconds) < 1e-6 + 1e-3 * seconds, (name, own[name], seconds)
end
