#!/bin/sh
# ends.sh ENDS SANDBOX - traced programs end in every way there is, and in sandboxes that kill for a system call that the plain
# program does not make: as plainly, with the same output; and the trace has the calls of the profile, recovered where that is.
set -eu
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

# ends HOW CALLS...: those of work() in each trace, sorted.
ends() {
    how=$1
    shift
    rm -f -- *.trace
    run_both "$how"
    set -- "$* " store/*.map
    [ ! -e "$2" ] || instr-report recover store/*.map >recovered || fail "$how: can't be recovered"
    [ -z "$(ls store)" ] || fail "$how: left in the store: $(ls store)"
    [ "$(traced work)" = "$1" ] || fail "$how: the traces have $(traced work) calls, not $1: $(ls)"
}

build_both "$ends" -pthread
ends return 4
ends exit 4
ends atexit 5
ends exit-in-atexit 5
ends quick_exit 5
ends _exit 4
ends other-exit 4
ends abort 4
ends abort-caught 5
ends segv 4
ends term 4
ends int 4
ends pthread-exit 5
ends cancel 5
ends running 5
ends longjmp 10
ulimit -Sn 100
ends descriptors 4
ends coroutines 7
ends exec-fails 5
ends popen 4
ends spawn 4 4
ends vfork-exec 4 4
ends fork-exec 4 4
ends exec 4 4
# The few calls of a child that does not go on for long are in a profile alone.
ends fork-exit 4
ends fork-_exit 4

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
