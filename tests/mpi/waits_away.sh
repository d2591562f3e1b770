# waits_away.sh COMPILER LAUNCHER SOURCE - for how long calls wait for messages that were begun while the other rank is outside of MPI: what
# the ranks measured themselves, whether this MPI moves such messages meanwhile or not.
compiler=$1 launcher=$2 source=$3
instr-cc $compiler -O1 -o program "$source"
INSTR_OUTPUT=all.instr timeout 100 $launcher -n 2 ./program
instr-report waiting --csv --min=0 all.instr >waiting.csv
awk '
    function least(a, b) { return a < b ? a : b }
    function most(a, b) { return a > b ? a : b }
    FILENAME ~ /printed/ { rank = substr(FILENAME, 9); sent[rank, $1] = $2; enter[rank, $1] = $3; end[rank, $1] = $4; rounds = $1 + 1; next }
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["path"] ~ /MPI_Waitall/ { away += $at["away_s"]; waited += $at["waiting_s"]; took += $at["inclusive_s"] }
    END {
        for (rank = 0; rank < 2; rank++)
            for (i = 0; i < rounds; i++)
                if (end[rank, i] > enter[1 - rank, i])
                    truth += most(0, enter[1 - rank, i] - most(enter[rank, i], sent[1 - rank, i])) / 1e9
        off = away > truth ? away - truth : truth - away
        print "away " away ", not " truth ", of " took " of which they waited " waited
        exit !(rounds == 20 && took > 0 && off < 0.001 + truth / 20 && waited + away < 1.01 * took)
    }' printed.0 printed.1 FS=, waiting.csv >said || fail "$(cat said)"
