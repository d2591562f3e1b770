# allocator.sh SOURCE - the functions of a program's own allocator are timed, and no probe in them allocates, which would wait for
# the lock that the allocator holds.
for flags in -O0 -O2 "-O1 -static"; do
    instr-cc gcc $flags -fno-builtin -pthread -o program "$1"
    for timing in adaptive exact; do
        rm -f -- *.instr
        INSTR_TIMING=$timing timeout 60 ./program >said && status=0 || status=$?
        [ $status = 0 ] && [ "$(cat said)" = '0 wrong' ] || fail "$flags, $timing: ends with $status: $(cat said)"
        calls=$(instr-report flat --csv program.*.instr | awk -F, '$1 == "round_up" { print $5 }')
        [ "${calls:-0}" -ge 2400000 ] || fail "$flags, $timing: ${calls:-0} calls of round_up"
    done
done
