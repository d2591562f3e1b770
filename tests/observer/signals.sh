# signals.sh FOLDER - INSTR_OBSERVER=signal: where the kernel refuses samples, threads sample themselves. Functions that are only counted have
# their times, in each thread and in the child of a fork; calls go on that may, and the signal means to the program what it meant.
unset INSTR_TIMING
cc -O2 -o refused "$1/refused.c"
cc -O2 -o plain "$1/signals.c" -lpthread
instr-cc cc -O2 -o program "$1/signals.c" -lpthread
export INSTR_OBSERVER=signal

# share FILE - of the time of `one` and `three`, in percent, what `one` has: 25 of 100, by some 400 samples.
share() {
    instr-report tree --csv --min=0 "$1" | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["path"] ~ /one/ { one += $at["exclusive_s"] }
        $at["path"] ~ /three/ { three += $at["exclusive_s"] }
        END { print int(100 * one / (one + three)) }'
}

judge() {
    for file in "$1"/*; do
        percent=$(share "$file")
        [ "$percent" -ge 15 ] && [ "$percent" -le 35 ] || fail "$1: one has $percent %: $(instr-report flat "$file")"
        instr-report "$file" >screen
        grep -q '^~ estimated by sampling with signals' screen || fail "$1: $(cat screen)"
    done
}

for how in alone sleeps forks; do
    mkdir $how
    INSTR_OUTPUT=$how/%p.instr ./refused 1 ./program $how >said
    judge $how
done
[ "$(ls forks | wc -l)" = 2 ] || fail "not two profiles: $(ls forks)"
INSTR_OUTPUT=sleeps.instr ./program sleeps >said
grep -qx 'read 200, cut 0' said || fail "reads: $(cat said)"

./plain dies && plain=0 || plain=$?
INSTR_OUTPUT=dies.instr ./program dies && status=0 || status=$?
[ $status = $plain ] || fail "by its own signal it ends with $status, plainly with $plain"
