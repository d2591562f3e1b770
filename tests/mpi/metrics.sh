# metrics.sh COMPILER LAUNCHER SOURCE - metrics are reduced with the ranks that have them: the sums, the least and the most, and
# whose it is, are what the ranks count themselves.
compiler=$1 launcher=$2 source=$3
instr-cc $compiler -O1 -o program "$source"
INSTR_METRICS=heap,page-faults,memory INSTR_OUTPUT=all.instr $launcher -n 4 ./program >printed
[ "$(wc -l <printed)" = 4 ] || fail "not all ranks printed: $(cat printed)"

# KEY COLUMN FUNCTION MORE COMMAND: sum, least, most and rank of the printed column; all but the rank may be so much more.
compare()
{
    instr-report "$5" --csv --min=0 "--metric=$1" all.instr | awk -F, -v key="$1" -v column="$2" -v name="$3" -v more="$4" '
        FNR == NR {
            split($0, word, " ")
            sum += word[column]
            if (FNR == 1 || word[column] < least) least = word[column]
            if (FNR == 1 || word[column] > most) { most = word[column]; rank = word[1] }
            next
        }
        FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $(at["path"] ? at["path"] : at["name"]) == name {
            found = 1
            good = $at["metric_" key "_inclusive"] - sum <= 4 * more && $at["metric_" key "_inclusive"] >= sum
            good = good && $at["metric_" key "_rank_min"] - least <= more && $at["metric_" key "_rank_min"] >= least
            good = good && $at["metric_" key "_rank_max"] - most <= more && $at["metric_" key "_rank_max"] >= most
            good = good && $at["metric_" key "_rank_of_max"] == rank
            if (!good) print key ": not " sum, least, most, rank " but " $0
        }
        END { exit !(found && good) }' printed - || fail "$1 of $3"
}

compare heap-calls 3 main/grab 0 tree
compare heap-bytes 4 main/grab 0 tree
compare heap-held 5 main/grab 0 tree
compare minor-faults 2 main/touch 40 tree
compare heap-calls 6 grab 0 flat
instr-report waiting --by=work --min=0 --metric=heap-calls all.instr | awk '/by call path/ { exit } $NF ~ /metrics.c/ && /grab/ && $5 == 1 { found = 1 } END { exit !found }' ||
    fail "imbalance: $(instr-report waiting --by=work --min=0 --metric=heap-calls all.instr)"
# Where the mark stood is not added up: a rank that never came to a function has none there, and not 0.
instr-report waiting --by=work --min=0 --metric=rss-peak all.instr >peaks
grep -q ' touch ' peaks && ! grep -q 'only_last  metrics.c' peaks || fail "marks: $(cat peaks)"
instr-report tree --by=rank --min=0 --metric=heap-bytes all.instr | awk '$NF == "grab" && $5 == 391 && $7 == 3 { found = 1 } END { exit !found }' ||
    fail "ranks: $(instr-report tree --by=rank --min=0 --metric=heap-bytes all.instr)"
