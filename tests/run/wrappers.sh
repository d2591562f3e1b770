# wrappers.sh FOLDER INCLUDE - labels that functions of the program start and stop: the tree is exactly the one that
# wrappers.c states, and a label takes as long as what ran between its start and its stop.
export INSTR_CLOCK=thread_cpu # what other programs do must not show
sed -n 's/^ \* path: //p' "$1/wrappers.c" | sort >stated

# share PATH LOW HIGH: the label's part of the time of the function that it is in, by their shortest calls: the clock of a virtual machine may
# jump in any of them.
share() {
    awk -F, -v path="$1" -v low="$2" -v high="$3" '
        { time[$2] = $7 == 2 ? 2 * $11 : $9 }
        END { part = time[path] / time[substr(path, 1, match(path, "/[^/]*$") - 1)]
              if (!(part > low && part < high)) { printf "%s: %.3f of its caller\n", path, part; exit 1 } }' tree ||
        fail "a label takes too much or too little"
}

check() {
    $1 -O1 -c -I "$3" -o plain.o "$2/wrappers-plain.c" || return 0
    instr-cc $1 --instr-paths=all -O1 -I "$3" -o program "$2/wrappers.c" plain.o
    for timing in exact adaptive; do
        rm -f -- *.instr
        INSTR_TIMING=$timing ./program >out 2>&1 || fail "$1, $timing: $(cat out)"
        [ ! -s out ] || fail "$1, $timing: $(cat out)"
        instr-report tree --csv --min=0 >tree
        # How long a function goes on below its caller after a stop shows only where it is long.
        awk -F, 'NR > 1 && $1 > 0 && ($7 > 0 || $2 ~ /works_after\/late_off$|early_on\/A$|solver\/inner$/) { print $2, $7 }' tree | sort >found
        diff stated found >difference || fail "$1, $timing: $(cat difference)"
        check_sums
        for part in start_only stop_only both deep two_at_once other_unit macros inlined pauses by_label; do
            share main/$part/A 0.2 0.5 # 2 of 6
        done
        share main/works_after/A 0.2 0.5
        share main/works_before/A 0.1 0.3
        share main/solver/A 0.2 0.5
        share main/nested/A 0.4 0.65
        share main/nested/A/B 0.35 0.65
        share main/turns/T 0.9 1.01
    done
}

for compiler in ${TEST_COMPILERS:-gcc clang}; do check "$compiler" "$@"; done
