# waits_many.sh COMPILER LAUNCHER SOURCE - of more messages than a log holds, waiting is an estimate, which says how good it is; of ranks
# that were killed, too.
compiler=$1 launcher=$2 source=$3
instr-cc $compiler -O1 -o program "$source"

# check UNKNOWN: all.instr, of so many calls in which nobody knows who waited.
check()
{
    instr-report tree --csv --min=0 --metric=waiting,waiting-error all.instr >tree.csv
    # Where one of eight messages is kept, the error that is to be expected is the root of seven times the squares.
    awk 'FNR == NR { truth = $1; expected = sqrt(7 * $2); next }
        FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["path"] == "main/receive_all/MPI_Recv" { found = $at["metric_waiting_inclusive"]; error = $at["metric_waiting-error_inclusive"] }
        END {
            off = found > truth ? found - truth : truth - found
            print "waited " truth ", found " found ", with an error of " error " where " expected " is to be expected"
            exit !(error > 0 && error < 3 * expected && off < 3 * expected + 0.15 * truth)
        }' waited FS=, tree.csv >said || fail "$(cat said)"
    # No call waited for longer than it took, however many messages it waited for.
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["path"] ~ /exchange_bursts\/MPI_Waitall/ { found = $at["metric_waiting_inclusive"] / 1e9; took = $at["inclusive_s"] }
        END { print "waited " found " of " took; exit !(took > 0 && found < 1.05 * took) }' tree.csv >said || fail "$(cat said)"
    unknown=$(instr-report all.instr | sed -n 's/.*whose waiting is not known: //p')
    [ "${unknown:-0}" -le $1 ] || fail "of $unknown calls nothing is known"
    instr-report waiting all.instr >said
    grep -q 'ranks waited ~.* with a standard error of' said && grep -q '^ *~.*receive_all/MPI_Recv' said || fail "$(cat said)"
}

INSTR_OUTPUT=all.instr timeout 100 $launcher -n 2 ./program >waited
check 0
export INSTR_TMPDIR=$PWD/left
mkdir left
! timeout 100 $launcher -n 2 ./program killed >said 2>&1 || fail "it was not killed"
grep -E '^[0-9]+ [0-9]+$' said >waited
for try in $(seq 1200); do # a launcher may end before its processes
    instr-report recover >>said
    [ "$(ls program*.instr | wc -l)" != 2 ] || break
    sleep 0.05
done
instr-report merge -o all.instr program*.instr
check 2
