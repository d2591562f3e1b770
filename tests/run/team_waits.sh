# team_waits.sh SOURCE - what threads of OpenMP wait for, where, and which of them had most to do, is what they stamped themselves.
source=$1

# Within 5 %, or half a millisecond for each thread: it may lose its processor between a stamp and a probe. Of what a thread calls, "/thread" stands in the path where it is not the first.
compare() {
    instr-report tree --csv --min=0 all.instr >tree.csv
    instr-report tree --per-thread --csv --min=0 all.instr >threads.csv
    instr-report waiting --by=work --csv --min=0 all.instr >parts.csv
    awk '
        FNR == 1 { file++; for (i = 1; i <= NF; i++) at[file, $i] = i }
        file == 1 && $1 == "truth" { truth[$2 " " $3] = $4; less[$2 " " $3] = $5; next }
        file == 1 && $1 == "parts" { parts[$2] = $3; most[$2] = $4; who[$2] = $5; next }
        file == 1 || FNR == 1 { next }
        { n = split($at[file, "path"], part, "/"); last = part[n]; n--
          while (part[n] ~ / \(threads\)$/) n--
          of = part[n] }
        file == 2 && sub(/^OpenMP wait: /, "", last) { gsub(/ /, "-", last); waited[of " " last] += $at[2, "inclusive_s"] * 1e9 }
        file == 3 && last ~ /^named_[0-9]+$/ { number[substr(last, 7)] = $at[3, "thread"] }
        file == 4 && $at[4, "regions"] > 0 {
            spent[last] = $at[4, "parts_s"] * 1e9
            largest[last] = $at[4, "thread_parts_max_s"]
            by[last] = $at[4, "thread_of_parts_max"] }
        function off(is, should) { return (is > should ? is - should : should - is) > (should / 20 > threads * 5e5 ? should / 20 : threads * 5e5) }
        END {
            for (each in truth) {
                compared++
                low = truth[each] - less[each]
                is = waited[each] < low || waited[each] > truth[each] ? waited[each] : truth[each]
                if (off(is, truth[each]) && off(is, low)) print each ": " waited[each] / 1e6 " ms in place of " truth[each] / 1e6
            }
            for (each in parts) {
                if (off(spent[each], parts[each])) print each ": parts of " spent[each] / 1e6 " ms in place of " parts[each] / 1e6
                if (off(largest[each] * 1e9, most[each])) print each ": most " largest[each] * 1e3 " ms in place of " most[each] / 1e6
                if (!off(largest[each] * 1e9, most[each]) && most[each] > parts[each] / threads + 5e6 && by[each] != number[who[each]])
                    print each ": most by thread " by[each] " in place of " number[who[each]]
            }
            if (compared < 20) print compared " figures"
        }' threads="$1" printed FS=, tree.csv threads.csv parts.csv >wrong
    [ ! -s wrong ] || fail "$2: $(cat wrong)"
}

check() {
    instr-cc $1 -O1 -fopenmp -o program "$source"
    for policy in passive active; do
        for threads in 2 8; do
            [ "$policy $threads" = "active 8" ] && regions=5 || regions=200
            OMP_WAIT_POLICY=$policy INSTR_OUTPUT=all.instr ./program $threads $regions >printed
            compare $threads "$1, $policy, $threads threads"
        done
    done
}

for compiler in ${TEST_COMPILERS:-gcc clang}; do check "$compiler"; done
