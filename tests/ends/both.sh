# both.sh - for tests that run a program plainly and instrumented, and then look at its profile or its store; read with `.`.
export INSTR_RECURSION=16 # what makes the store grow is a recursion with many paths
mkdir store
export INSTR_TMPDIR="$PWD/store"

# build_both SOURCE OPTIONS...: `plain` and `program`.
build_both() {
    case ${CHECKER:-} in address | thread) set -- "$@" -DCHECKED ;; esac
    cc -O1 -w -o plain "$@"
    instr-cc gcc -O1 -w -o program "$@"
}

# plain_ends WHAT HOW STATUS: whether the plain program can do that, and ends with this status. A checker is in it too, with
# system calls and memory of its own, for which a sandbox or a limit may end it.
plain_ends() {
    plain=0
    (ulimit -c 0
        ASAN_OPTIONS="${ASAN_OPTIONS:-}:log_path=plain.log" TSAN_OPTIONS="${TSAN_OPTIONS:-}:log_path=plain.log" \
            exec ./plain "$1" "$2") >plain.out 2>plain.err || plain=$?
    [ "$plain" != "$3" ] || return 0
    [ -n "${CHECKER:-}" ] || fail "$1, $2: the plain program ends with $plain, not $3: $(cat plain.err)"
    echo "not tried: $1, $2: with $CHECKER in it the plain program ends with $plain, not $3"
    return 1
}

# run_both ARGUMENTS...: they end with the same $status, and print the same, but for lines of messages that the sed script $may_say
# takes out.
run_both() {
    rm -f -- *.instr store/*
    (ulimit -c 0; exec ./plain "$@") >plain.out 2>plain.err && plain=0 || plain=$?
    (ulimit -c 0; exec ./program "$@") >program.out 2>program.err && status=0 || status=$?
    [ "$plain" = "$status" ] || fail "$*: ends with $status, plainly with $plain: $(cat program.out program.err)"
    diff plain.out program.out || fail "$*: other output"
    sed "${may_say:-}" program.err | diff plain.err - || fail "$*: other messages"
}

# recover_all WHAT: the stores become profiles.
recover_all() {
    instr-report recover store/*.map >recovered || fail "$1: can't be recovered"
}

# calls FUNCTION PROFILE
calls() {
    instr-report flat --csv --no-pager "$2" | awk -F, -v name="$1" '$1 == name { c += $5 } END { print c + 0 }'
}

# each_calls FUNCTION: in each profile here, sorted.
each_calls() {
    for profile in ./*.instr; do calls "$1" "$profile"; done | sort -n | tr '\n' ' '
}

# check_complete WHAT PROFILE: it does not say that anything is missing.
check_complete() {
    ! instr-report --no-pager "$2" | grep 'that a crash would lose\|for lack of memory\|could not be recovered' ||
        fail "$1: parts are missing"
}

# each_way SOURCE FUNCTION: calls it with each way of ends.c that says what is left, and with that, as words.
each_way() {
    sed -n 's/^ *WAY("\([^"]*\)", "\([^"]*\)").*/\1 \2/p' "$1" >ways
    [ "$(wc -l <ways)" = "$(grep -c 'WAY("' "$1")" ] || fail "not each way is a line: $(cat ways)"
    while read -r how left; do
        case "${CHECKER:-} $how" in
        'thread main-thread-exit') ;; # it does not end, plainly neither
        'valgrind descriptors') ;;    # valgrind keeps what could be had above the soft limit for itself
        *) [ -z "$left" ] || $2 "$how" $left </dev/null ;;
        esac
    done <ways
}
