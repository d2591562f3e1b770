# waits.sh COMPILER LAUNCHER SOURCE RULES - who waited for whom, and how long, is what the ranks measured themselves.
compiler=$1 launcher=$2 source=$3 rules=$4
instr-cc $compiler -O1 -o program "$source"
for run in 4 7 '4 threads'; do
    set -- $run
    rm -f printed.*
    INSTR_OUTPUT=all.instr timeout 100 $launcher -n $1 ./program ${2-}
    cat printed.* >printed
    instr-report tree --csv --min=0 --metric=waiting,delay all.instr >tree.csv
    awk -f "$rules" printed FS=, tree.csv >wrong || fail "$run: $(cat wrong)"
    # What threads of a rank do at the same time is no cause of what others wait for one of them.
    instr-report waiting --csv --min=0 all.instr | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { delay += $at["delay_s"]; cause += $at["cause_s"] }
        END { print "cause " cause " of delay " delay; exit !(cause <= 1.02 * delay) }' >wrong || fail "$run: $(cat wrong)"
    # But for MPI_Intercomm_create, which each rank calls once.
    unknown=$(instr-report all.instr | sed -n 's/.*whose waiting is not known: //p')
    [ "${unknown:-0}" = "$([ "${2-}" ] && echo 0 || echo $1)" ] || fail "$run: of $unknown calls nothing is known"
    [ "${2-}" ] || { mv all.instr of.all && mv printed of.printed; }
done
mv of.all all.instr

# Whoever asks again and again does not wait, and what nobody can know is counted.
instr-report waiting --csv --min=0 all.instr >waiting.csv
awk 'FNR == NR { if ($4 == "poll") polled = ($7 - $6) / 1e9; next }
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["path"] ~ /main\/polled/ { waited += $at["waiting_s"]; found += $at["polled_s"] }
    END { exit !(waited == 0 && found > 0 && found < 1.05 * polled) }' of.printed FS=, waiting.csv ||
    fail "polled: $(grep poll of.printed) $(grep polled waiting.csv)"
INSTR_OUTPUT=passive.instr $launcher -n 4 ./program passive
instr-report waiting passive.instr | grep -q 'whose waiting is not known: 8' || fail "$(instr-report waiting passive.instr)"

# As a user asks.
instr-report waiting --csv all.instr | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { waiting += $at["waiting_s"]; delay += $at["delay_s"] }
    END { exit !(waiting > 0 && waiting / delay > 0.999 && delay / waiting > 0.999) }' ||
    fail "$(instr-report waiting --csv all.instr)"
instr-report waiting --by=pair --csv all.instr >pairs.csv
instr-report waiting --by=cause --csv all.instr >late.csv
awk -F, '
    FNR == 1 { file++; for (i = 1; i <= NF; i++) at[file, $i] = i; next }
    file == 1 { waiting += $at[1, "waiting_s"] }
    file == 2 { pairs += $at[2, "waiting_s"]; late[$at[2, "late_rank"]] += $at[2, "waiting_s"] }
    file == 3 { off = late[$at[3, "late_rank"]] - $at[3, "delay_s"]; wrong += off > 1e-6 || off < -1e-6; ranks++ }
    END { exit !(waiting > 0 && pairs > 0.999 * waiting && pairs < 1.001 * waiting && ranks == 7 && !wrong) }' \
    waiting.csv pairs.csv late.csv || fail "$(cat pairs.csv late.csv)"
instr-report all.instr >said
grep -qE ' can be saved  all.instr$' said && grep -qE '^ *time .*waiting in MPI [0-9.]*%' said || fail "$(cat said)"

# Whoever was late had slept, as far as it had a processor and did not wait itself.
instr-report waiting --csv --min=0 all.instr | awk -F, -f "$(dirname "$rules")/waits_causes.awk" >wrong ||
    fail "causes: $(cat wrong)"

# With ranks that are not measured nothing hangs, and what they take part in is not guessed.
$compiler -O1 -o plain "$source"
INSTR_OUTPUT=half.instr timeout 100 $launcher -n 2 ./program : -n 2 ./plain || fail "half of the ranks plain: status $?"
instr-report half.instr | grep -q 'whose waiting is not known' || fail "half of the ranks plain: $(instr-report half.instr)"
instr-report waiting --csv --min=0 half.instr | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["path"] ~ /(imbalance|late_root|early_root)/ && $at["waiting_s"] + $at["delay_s"] > 0 { guessed = 1 }
    $at["path"] == "main/late_sender/MPI_Recv" && $at["waiting_s"] > 0 { found = 1 }
    END { exit guessed || !found }' || fail "half of the ranks plain: $(instr-report waiting --csv --min=0 half.instr)"
