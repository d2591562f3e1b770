# waits_killed.sh COMPILER LAUNCHER SOURCE RULES - of ranks that are killed it is known as well who waited for whom: what they left has what
# the ranks measured themselves; what a rank that left nothing took part in is counted, and not guessed.
compiler=$1 launcher=$2 source=$3 rules=$4
export INSTR_TMPDIR=$PWD/left
mkdir left
instr-cc $compiler -O1 -o program "$source"
for run in '4 killed' '7 killed' '4 aborted'; do
    set -- $run
    ranks=$1
    rm -f printed.* *.instr recovered
    ! timeout 100 $launcher -n $ranks ./program $2 >/dev/null 2>&1 || fail "$run: it was not"
    for try in $(seq 1200); do # a launcher may end before its processes
        instr-report recover >>recovered
        [ "$(ls program*.instr | wc -l)" != $ranks ] || break
        sleep 0.05
    done
    [ "$(ls program*.instr | wc -l)" = $ranks ] || fail "$run: $(cat recovered)"
    instr-report merge -o all.instr program*.instr
    cat printed.* >printed
    instr-report tree --csv --min=0 --metric=waiting,delay all.instr >tree.csv
    awk -f "$rules" printed FS=, tree.csv >wrong || fail "$run: $(cat wrong)"

    # By whom and by line, too; each rank may have been killed in its last call.
    instr-report waiting --by=pair --csv all.instr >pairs.csv
    instr-report waiting --by=site --csv all.instr >sites.csv
    instr-report waiting --csv --min=0 all.instr | awk -F, '
        FNR == 1 { file++; for (i = 1; i <= NF; i++) at[file, $i] = i; next }
        { sum[file] += $at[file, "waiting_s"] }
        END { exit !(sum[1] > 0 && sum[2] / sum[1] > 0.999 && sum[1] / sum[2] > 0.999 && sum[3] / sum[1] > 0.999 && sum[1] / sum[3] > 0.999) }
        ' - pairs.csv sites.csv || fail "$run: $(instr-report waiting --csv all.instr) $(cat pairs.csv sites.csv)"
    instr-report waiting --csv --min=0 all.instr | awk -F, -f "$(dirname "$rules")/waits_causes.awk" >wrong ||
        fail "$run: causes: $(cat wrong)"
    unknown=$(instr-report all.instr | sed -n 's/.*whose waiting is not known: //p')
    [ "${unknown:-0}" -le $ranks ] || fail "$run: of $unknown calls nothing is known"
done

# Without one of them: no call of all ranks is known, but messages among the others are.
rm -f "$(ls program*.instr | head -1)"
instr-report waiting --csv --min=0 program*.instr | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["path"] ~ /main\/(rotating|imbalance|late_root|early_root)\// && $at["waiting_s"] + $at["delay_s"] > 0 { guessed = 1 }
    { found += $at["waiting_s"] }
    END { exit guessed || found <= 0 }' || fail "one is missing: $(instr-report waiting --csv --min=0 program*.instr)"
instr-report program*.instr | grep -q 'whose waiting is not known: [1-9][0-9][0-9]' || fail "one is missing: $(instr-report program*.instr)"
