# call_sites.sh COMPILER LAUNCHER SOURCE - waiting is told by the line that makes the call, without debug information and whoever
# links; where the caller is not instrumented, it says so.
compiler=$1 launcher=$2 source=$3
cp "$source" call_sites.c
$compiler -O2 -DPLAIN -c -o plain.o call_sites.c
instr-cc $compiler -O2 -c -o made.o call_sites.c
instr-cc $compiler -o ours made.o plain.o
$compiler -o theirs made.o plain.o

for program in ours theirs; do
    INSTR_OUTPUT=$program.instr timeout 100 $launcher -n 4 ./$program
    instr-report waiting --by=site --csv $program.instr >sites.csv
    awk '
        FNR == NR && /\/\* [0-9]+ [0-9]+ \*\// {
            for (i = 1; i < NF; i++)
                if ($i == "/*") {
                    who["call_sites.c:" FNR] = $(i + 1)
                    least["call_sites.c:" FNR] = 3 * $(i + 2) / 1000
                }
        }
        FNR == NR && /\/\* sent/ { sent = "call_sites.c:" FNR }
        FNR == NR && /\/\* waited/ { waited = "call_sites.c:" FNR }
        FNR == NR { next }
        FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { waiting[$at["site"]] += $at["waiting_s"]; delay[$at["site"]] += $at["delay_s"]; late[$at["site"]] = $at["rank_of_delay_max"] }
        $at["site"] == "" && $at["path"] == "main/mixed/MPI_Barrier" { unknown = $at["waiting_s"]; late_there = $at["rank_of_delay_max"] }
        END {
            for (site in who) {
                cases++
                if (waiting[site] < 0.5 * least[site] || late[site] != who[site])
                    wrong = wrong site ": " waiting[site] ", rank " late[site] "\n"
            }
            if (unknown < 0.3 || late_there != 3)
                wrong = wrong "not instrumented: " unknown " for " late_there "\n"
            if (delay[sent] < 0.1 || waiting[sent] > 0 || waiting[waited] < 0.1)
                wrong = wrong "message: " delay[sent] " " waiting[waited] "\n"
            printf "%s", wrong
            exit wrong != "" || cases != 6
        }' call_sites.c FS=, sites.csv >wrong || fail "$program: $(cat wrong sites.csv)"
    instr-report waiting --min=0 --by=site $program.instr | grep -q 'unknown call site  main/mixed/MPI_Barrier$' ||
        fail "$program: $(instr-report waiting --min=0 --by=site $program.instr)"
done
first=call_sites.c:$(awk '/1 240/ { print FNR }' call_sites.c)
instr-report ours.instr | grep -q "MPI_Allreduce in twice ($first and 1 more)" || fail "$(instr-report ours.instr)"

# Once nobody is late any more, the waiting falls, and a comparison says where.
INSTR_OUTPUT=mended.instr timeout 100 $launcher -n 4 ./ours mended
instr-report diff ours.instr mended.instr | grep '^waiting: ranks waited .* before, .* after (-[0-9.]*%)' || fail "$(instr-report diff ours.instr mended.instr)"
instr-report diff --csv --paths --metric=waiting,cause ours.instr mended.instr | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["path"] == "main/twice/MPI_Allreduce" { before = $at["metric_waiting_exclusive_before"]; after = $at["metric_waiting_exclusive_after"] }
    $at["path"] == "main/twice" { cause = $at["metric_cause_exclusive_before"] - $at["metric_cause_exclusive_after"] }
    END { exit !(before > 0.6e9 && after < before / 2 && cause > 0.4e9) }' ||
    fail "$(instr-report diff --metric=waiting,cause --paths ours.instr mended.instr)"
