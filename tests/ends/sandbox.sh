# sandbox.sh SOURCE - programs in sandboxes that kill for a system call that the plain program does not make: they end as
# plainly, and what they did is recovered.
set -eu
. "$INSTR_TEST_DIR/check.sh"
export INSTR_RECURSION=16 # what makes the store grow is a recursion with many paths
mkdir store
export INSTR_TMPDIR="$PWD/store"
cc -O1 -pthread -w -o plain "$1"
instr-cc gcc -O1 -pthread -w -o program "$1"

calls() {
    instr-report flat --csv --no-pager "$1" | awk -F, '$1 == "branch" { c += $5 } END { print c + 0 }'
}

# sandboxed HOW END CALLS [KIND]
sandboxed() {
    rm -f -- *.instr store/*
    plain=0 status=0
    (ulimit -c 0; exec ./plain "$1" "$2") >plain.out 2>&1 || plain=$?
    (ulimit -c 0; exec ./program "$1" "$2") >program.out 2>&1 || status=$?
    [ "$plain" -lt 128 ] || fail "$1, $2: the plain program is killed: $plain"
    [ "$plain" = "$status" ] || fail "$1, $2: ends with $status, plainly with $plain: $(cat program.out)"
    diff plain.out program.out || fail "$1, $2: other output"
    if [ "${4:-left}" = left ]; then
        ls -- *.instr 2>/dev/null && fail "$1, $2: a profile was written"
        instr-report recover store/*.map >recovered || fail "$1, $2: can't be recovered"
    fi
    [ -z "$(ls store)" ] || fail "$1, $2: left in the store: $(ls store)"
    check_one_profile
    [ "$(calls ./*.instr)" = "$3" ] || fail "$1, $2: $(calls ./*.instr) calls, not $3"
    ! instr-report --no-pager ./*.instr | grep 'that a crash would lose\|for lack of memory\|could not be recovered' ||
        fail "$1, $2: parts are missing"
}

for timing in exact adaptive; do
    export INSTR_TIMING=$timing
    for how in prctl syscall; do
        sandboxed $how return 4095
        sandboxed $how _exit 4095
        sandboxed $how threads 12285
    done
    sandboxed strict _exit 4095
    sandboxed syscall child 4095
    # It was not to be had, so nothing changes.
    sandboxed refused return 4095 written
done
# A thread of ours that writes now and then is gone before; a clock that needs a call stands still.
INSTR_SNAPSHOT=1000 sandboxed prctl threads 12285
INSTR_CLOCK=thread_cpu sandboxed prctl return 4095
INSTR_CLOCK=monotonic sandboxed strict _exit 4095
