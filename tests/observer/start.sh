# start.sh FOLDER - what it takes to begin an observer is in no function's time: the longest of many short calls is as long without
# one. On a busy machine a call may lose the processor, so the least of several runs counts.
unset INSTR_TIMING
instr-cc cc -O1 -o program "$1/start.c"

# longest NUMBER: ns of the longest call of outer, the least of so many runs.
longest() {
    for _ in $(seq "$1"); do
        rm -f -- *.instr
        ./program >/dev/null
        instr-report flat --raw --csv ./*.instr | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
            $1 == "outer" { printf "%.0f\n", $at["max_s"] * 1e9 }'
    done | sort -n | head -n 1
}

with=$(longest 7)
without=$(INSTR_OBSERVER=off longest 7)
[ -n "$with" ] && [ -n "$without" ] || fail "no longest call: '$with', '$without'"
[ "$with" -lt $((without * 10 + 100000)) ] || fail "the longest call took $with ns, and $without ns without an observer"
