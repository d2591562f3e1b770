#!/bin/sh
# metrics.sh COMPILER LAUNCHER SOURCE - metrics are reduced with the ranks that have them: the sums, the least and the most, and
# whose it is, are what the ranks count themselves.
set -eu
. "$INSTR_TEST_DIR/check.sh"
compiler=$1 launcher=$2 source=$3
instr-cc $compiler -O1 -o program "$source"
INSTR_METRICS=heap,page-faults INSTR_OUTPUT=all.instr $launcher -n 4 ./program >printed
[ "$(wc -l <printed)" = 4 ] || fail "not all ranks printed: $(cat printed)"

# KEY COLUMN FUNCTION MORE: sum, least, most and rank of the printed column; all but the rank may be so much more.
compare()
{
    instr-report tree --csv --min=0 "--metric=$1" all.instr | awk -F, -v key="$1" -v column="$2" -v name="main/$3" -v more="$4" '
        FNR == NR {
            split($0, word, " ")
            sum += word[column]
            if (FNR == 1 || word[column] < least) least = word[column]
            if (FNR == 1 || word[column] > most) { most = word[column]; rank = word[1] }
            next
        }
        FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $2 == name {
            found = 1
            good = $at["metric_" key "_inclusive"] - sum <= 4 * more && $at["metric_" key "_inclusive"] >= sum
            good = good && $at["metric_" key "_rank_min"] - least <= more && $at["metric_" key "_rank_min"] >= least
            good = good && $at["metric_" key "_rank_max"] - most <= more && $at["metric_" key "_rank_max"] >= most
            good = good && $at["metric_" key "_rank_of_max"] == rank
            if (!good) print key ": not " sum, least, most, rank " but " $0
        }
        END { exit !(found && good) }' printed - || fail "$1 of $3"
}

compare heap-calls 3 grab 0
compare heap-bytes 4 grab 0
compare heap-held 5 grab 0
compare minor-faults 2 touch 40
instr-report ranks --min=0 --metric=heap-bytes all.instr | awk '$NF == "grab" && $5 == 391 && $7 == 3 { found = 1 } END { exit !found }' ||
    fail "ranks: $(instr-report ranks --min=0 --metric=heap-bytes all.instr)"
