# sums.sh CHECK SOURCE:FLAGS... - a trace of programs with threads, coroutines, labels, jumps and forks obeys the rules of the
# format that it is exported to, and says the same as the profile of that run: each call, and its time.
check=$1
shift
for entry in "$@"; do
    source=${entry%%:*}
    cc -O1 -w -o plain "$source" ${entry#*:} 2>messages || continue # not under this checker
    instr-cc cc -O1 -w -o program "$source" ${entry#*:} || fail "$source: it does not compile"
    rm -f -- *.instr *.trace
    INSTR_TRACE=1 INSTR_OUTPUT=%p.instr sh -c 'echo $$ >pid; exec ./program' >/dev/null || [ $? -le 1 ] || fail "$source: it failed"
    pid=$(cat pid)
    instr-report flat --raw --csv "$pid.instr" >flat
    instr-report export chrome -o trace.json "program.$pid.trace"
    python3 "$check" trace.json flat --times || fail "$source: the trace is wrong"
    ! instr-report flat "$pid.instr" | grep 'not in the trace' || fail "$source: something was left out"
done
