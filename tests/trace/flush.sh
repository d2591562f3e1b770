# flush.sh SOURCES - a trace is seen while the program runs: what it flushed itself, and with flush what came since; and
# nothing of it is lost by that.
sources=$1
unset INSTR_TIMING
instr-cc --instr-paths=all gcc -O1 -pthread -o flush "$sources/flush.c"

# begin ARGUMENT VARIABLE=VALUE: the program waits.
begin() {
    rm -f ready go ./*.trace ./*.instr
    env INSTR_TRACE=1 "$2" ./flush $1 >said 2>&1 &
    until [ -e ready ]; do sleep 0.01; done
}

calls() { # NAME
    instr-report export timelog | awk -F'\t' -v name="$1" '$8 == name' | wc -l
}

begin '' A=1
instr-report export timelog >log || fail 'a trace that is being written'
cat >wanted <<'END'
1	0	1	main
2	1	2	first label
3	2	3	inside
4	1	2	open label
END
cut -f 1-3,8 log | tail -n +2 | diff - wanted || fail "what was flushed: $(cat log)"
instr-report timeline | grep -q 'first label' || fail 'the timeline of a trace that is being written'
touch go
wait
[ "$(calls 'open label')" = 1 ] || fail 'the rest'

# Two at once of one name: the second one says what its trace is called. Afterwards the name is free again.
for turn in 1 2; do
    rm -f ready go one-*.trace
    INSTR_TRACE=output=one.trace ./flush >said 2>&1 &
    until [ -e ready ]; do sleep 0.01; done
    rm ready
    INSTR_TRACE=output=one.trace ./flush >said-2 2>&1 &
    until [ -e ready ]; do sleep 0.01; done
    touch go
    wait
    [ ! -s said ] && grep -q "one.trace is another process's trace, so this one has -$! after" said-2 || fail "$(cat said*)"
    instr-report export timelog one.trace | grep -q 'open label' || fail "the first one's trace"
    instr-report export timelog "one-$!.trace" | grep -q 'open label' || fail "the second one's trace"
done
rm one*.trace

# While the threads call, their buffers go into the file again and again; when they wait, all is there.
begin 100000 INSTR_TRACE=flush=1ms
tries=0
until [ "$(calls step)" = 200000 ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || fail "seen while it runs: $(calls step) of 200000 calls"
    sleep 0.1
done
touch go
wait
[ ! -s said ] || fail "it said: $(cat said)"
[ "$(calls step)" = 200000 ] || fail "in the trace are $(calls step) of 200000 calls"

touch go
INSTR_TRACE=keep=1,flush=1 ./flush >said 2>&1
grep -q 'INSTR_TRACE=flush is ignored: it does not work with keep' said || fail "no word of a ring: $(cat said)"
