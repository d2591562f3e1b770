# tangled.sh HEADERS LIBRARIES SEEDS COMPILERS... - random programs (tangled.py): compiled in each of these ways they do the same
# whatever is measured, each call is counted, and with adaptive timing the tree is that of exact timing, in all their processes. Where
# trivial functions are counted by function, each function has as many calls as before.
#
#     tests/torture/tangled.sh include build/dev/lib "$(seq 1 400)" "gcc -O2" "clang -O1" "gcc -O0"
#
# A seed as wide-7 is of a program with more paths than INSTR_MEMORY=1 has room for: trees are not compared then.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
headers=$(cd "$1" && pwd) libraries=$(cd "$2" && pwd) seeds=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
wrong=0
say() {
    echo "$seed, $compiler, $settings: $1"
    wrong=1
}

# compare NAME FILE WHAT: what was so in the first run is so in this one.
compare() {
    [ -f "first.$1" ] || cp "$2" "first.$1"
    diff "first.$1" "$2" >difference || { say "$3" && head -n 8 difference; }
}

# bounded LEAST CALLS MOST: each function has calls between these.
bounded() {
    awk 'FILENAME == ARGV[1] { least[$1] = $2 } FILENAME == ARGV[2] { calls[$1] = $2 } FILENAME == ARGV[3] { most[$1] = $2 }
        END {
            for (n in least) if (calls[n] + 0 < least[n]) wrong = wrong " " n
            for (n in calls) if (calls[n] > most[n] + 0) wrong = wrong " " n
            if (wrong) print "too few or too many:" wrong
            exit wrong != ""
        }' "$1" "$2" "$3"
}

# The files of all processes in the order in which these began. Numbers of processes begin anew somewhere.
ordered() {
    find . -name 'told.*' | awk -F. -v first="$(cat started)" '
        { print $3 - first + ($3 < first ? 4194304 : 0), $0 }' | sort -n | cut -d ' ' -f 2
}

# run: the program, and what is in the profiles of its processes, in the order in which these began.
run() {
    rm -f ./*.instr told.*
    status=0
    env $settings INSTR_TMPDIR="$work" INSTR_OUTPUT=%p.instr timeout 300 sh -c 'echo $$ >started && exec ./program' \
        >printed 2>said || status=$?
    echo "status $status" >>printed
    compare printed printed "other output, or another end"
    [ "$status" = 0 ] || return 0
    process=0
    for told in $(ordered); do
        process=$((process + 1))
        profile=${told#./told.}.instr
        [ -f "$profile" ] || { say "no profile of process $process" && continue; }
        instr-report flat --csv --no-pager "$profile" |
            awk -F, 'NR > 1 && $5 > 0 && $4 == "function" && $1 != "main" { calls[$1] += $5 } END { for (n in calls) print n, calls[n] }' |
            sort >calls
        sort "$told" >counted
        # A child's profile has those too that were open at the fork.
        [ "$process" != 1 ] || diff counted calls >difference || { say "other calls than were made" && head -n 8 difference; }
        # By function those that were open at the fork are not counted again.
        if [ "$paths" = most ] && [ "$process" != 1 ]; then
            bounded counted calls "first.calls.$process" || say "other calls in process $process"
        else
            compare "calls.$process" calls "other calls in process $process"
        fi
        case "$seed $settings" in wide-* | *INSTR_MEMORY*) continue ;; esac
        [ "$paths" = all ] || continue
        # A call in which a label ends goes on at a node without calls, but where it has no frame.
        instr-report tree --csv --no-pager "$profile" | awk -F, 'NR > 1 && $7 > 0 { print $2, $7 }' | sort >tree
        compare "tree.${settings##*=}.$process" tree "another tree of process $process"
    done
}

for seed in $seeds; do
    python3 "$here/tangled.py" "${seed#wide-}" ${seed%%[0-9]*} >program.c
    for compiler; do
        rm -f first.*
        for paths in all most; do
            instr-cc --instr-paths=$paths $compiler -w -pthread -I"$headers" -o program program.c -L"$libraries" -linstr \
                -Wl,-rpath,"$libraries"
            for settings in "INSTR_TIMING=exact INSTR_RECURSION=8" "INSTR_TIMING=adaptive INSTR_RECURSION=8" \
                "INSTR_TIMING=adaptive INSTR_OBSERVER=off INSTR_RECURSION=8" "INSTR_MEMORY=1 INSTR_TIMING=adaptive INSTR_RECURSION=8" \
                "INSTR_MEMORY=1 INSTR_TIMING=exact INSTR_RECURSION=8" "INSTR_TIMING=exact INSTR_RECURSION=2" \
                "INSTR_TIMING=adaptive INSTR_RECURSION=2"; do
                run
            done
        done
    done
done
exit $wrong
