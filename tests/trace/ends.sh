# ends.sh ENDS SANDBOX - traced programs end in every way there is, and in sandboxes that kill for a system call that the plain
# program does not make: as plainly, with the same output; and the trace has the calls of the profile, recovered where that is.
. "${0%/*}/../ends/both.sh"
ends=$1 sandbox=$2
export INSTR_TRACE=1 INSTR_BUILD_PATHS=all # trivial functions are traced, too

# traced FUNCTION: how often it begins in each trace here, sorted.
traced() {
    for trace in ./*.trace; do
        instr-report export chrome -o trace.json "$trace" || fail "$trace can't be read"
        grep -c "\"name\":\"$1\",\"cat\"" trace.json || true
    done | sort -n | tr '\n' ' '
}

# ends HOW KIND CALLS...: see ends.c; of work() in each trace. The few of a child that does not go on for long are in a profile alone.
ends() {
    how=$1
    shift 2
    case $how in fork-exit | fork-_exit | fork-return) set -- 4 ;; esac
    rm -f -- *.trace
    run_both "$how"
    set -- "$* " store/*.map
    [ ! -e "$2" ] || instr-report recover store/*.map >recovered || fail "$how: can't be recovered"
    [ -z "$(ls store)" ] || fail "$how: left in the store: $(ls store)"
    [ "$(traced work)" = "$1" ] || fail "$how: the traces have $(traced work) calls, not $1: $(ls)"
}

build_both "$ends" -pthread
ulimit -Sn 100
each_way "$ends" ends

# sandboxed HOW END STATUS CALLS: nothing in the sandbox may be in the trace, and all before it is.
sandboxed() {
    rm -f -- *.trace
    plain_ends "$1" "$2" "$3" || return 0
    run_both "$1" "$2"
    recover_all "$1, $2"
    [ "$(calls branch ./*.instr)" = "$4" ] || fail "$1, $2: $(calls branch ./*.instr) calls, not $4"
    [ "$(traced enter)" = '1 ' ] || fail "$1, $2: $(traced enter) times in the trace, not once"
}
rm -f plain program
build_both "$sandbox" -pthread
for how in prctl syscall; do
    sandboxed $how return 3 4095
    sandboxed $how _exit 5 4095
    sandboxed $how threads 5 12285
done
