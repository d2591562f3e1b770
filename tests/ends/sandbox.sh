# sandbox.sh SOURCE - programs in sandboxes that kill for a system call that the plain program does not make: they end as
# plainly, and what they did is recovered.
. "${0%/*}/both.sh"
build_both "$1" -pthread

# sandboxed HOW END STATUS CALLS [KIND]
sandboxed() {
    plain_ends "$1" "$2" "$3" || return 0
    run_both "$1" "$2"
    if [ "${5:-left}" = left ]; then
        ls -- *.instr 2>/dev/null && fail "$1, $2: a profile was written"
        recover_all "$1, $2"
    fi
    [ -z "$(ls store)" ] || fail "$1, $2: left in the store: $(ls store)"
    check_one_profile "$1, $2"
    [ "$(calls branch ./*.instr)" = "$4" ] || fail "$1, $2: $(calls branch ./*.instr) calls, not $4"
    check_complete "$1, $2" ./*.instr
}

for timing in exact adaptive; do
    export INSTR_TIMING=$timing
    for how in prctl syscall; do
        sandboxed $how return 3 4095
        sandboxed $how _exit 5 4095
        sandboxed $how threads 5 12285
    done
    sandboxed strict _exit 6 4095
    sandboxed syscall child 4 4095
    # It was not to be had, so nothing changes.
    sandboxed refused return 3 4095 written
done
# A thread of ours that writes now and then is gone before; a clock that needs a call stands still.
INSTR_SNAPSHOT=1000 sandboxed prctl threads 5 12285
INSTR_CLOCK=thread_cpu sandboxed prctl return 3 4095
INSTR_CLOCK=monotonic sandboxed strict _exit 6 4095
