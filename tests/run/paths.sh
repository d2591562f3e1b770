# paths.sh SOURCE FLAGS - a program of threads or other stacks, built by each compiler that can: it prints the same,
# no unit needs another object than the edited one, the times in its profile add up, and it has the calls that the
# source states:
#     path: A/B/C CALLS         of one call path
#     path of COMPILER: ...     the same, where that one makes the program
#     sum: NAME CALLS           of a function, wherever it was called
#     threads: A/B/C N CALLS    of N threads, with so many calls in all
#     child: A/B/C CALLS        the same as path, of processes that it forked, together
#     tally: TEXT               and no other event was counted
# That is so with exact timing. With adaptive timing calls without frames may be on other paths; of each function that is stated there are
# as many, in the process, its children and its threads.
source=$1 flags=${2:-}

stated() { sed -n "s/^ \* $1: //p" "$source" | sort; }

# by_function: of lines `PATH CALLS` the calls of each function that is stated anywhere.
by_function() {
    stated '\(path\|sum\|child\)' >functions
    awk 'FNR == NR { sub(/ [^ ]*$/, ""); n = split($0, part, "/"); wanted[part[n]] = 1; next }
        { number = $NF; sub(/ [^ ]*$/, ""); n = split($0, part, "/"); if (part[n] in wanted) calls[part[n]] += number }
        END { for (name in calls) print name, calls[name] }' functions - | sort
}

stated sum >sums.stated
stated threads >threads.stated
stated child >child.stated
[ "$(stated path)" ] || fail "no path is stated"

check() {
    $1 $flags -Wall -o plain "$source" 2>plain.messages || return 0
    ./plain >plain.out || return 0
    rm -f log
    instr-cc $1 $flags -Wall --instr-log=log -o program "$source" 2>messages || fail "$1: $(cat messages)"
    diff plain.messages messages || fail "$1: other messages than plainly"
    grep -q '"result":"\(full\|quiet\)"' log || fail "$1: $(cat log)"
    for timing in exact adaptive; do
        rm -f -- *.instr
        INSTR_TIMING=$timing INSTR_OUTPUT=%p.instr sh -c 'echo $$ >pid; exec ./program' >program.out
        profile=$(cat pid).instr
        diff plain.out program.out || fail "$1: prints something else"
        instr-report tree --csv --min=0 "$profile" >tree
        awk -F, 'NR > 1 { print $2, $7 }' tree | sort >paths
        { stated path; stated "path of $1"; } | sort >paths.stated
        by_function <paths >$timing.functions
        if [ $timing = exact ]; then comm -23 paths.stated paths; else diff exact.functions $timing.functions; fi >missing || :
        [ ! -s missing ] || fail "$1, $timing: not in the profile: $(cat missing); there is: $(cat paths)"
        awk '{ number = $NF; sub(/ [^ ]*$/, ""); n = split($0, part, "/"); calls[part[n]] += number } END { for (n in calls) print n, calls[n] }' paths |
            sort >sums
        comm -23 sums.stated sums >missing
        [ ! -s missing ] || fail "$1, $timing: not in the profile: $(cat missing)"
        for other in *.instr; do
            [ "$other" = "$profile" ] || instr-report tree --csv --min=0 "$other"
        done | awk -F, '$1 != "depth" { calls[$2] += $7 } END { for (path in calls) print path, calls[path] }' | sort >child
        by_function <child >$timing.children
        if [ $timing = exact ]; then comm -23 child.stated child; else diff exact.children $timing.children; fi >missing || :
        [ ! -s missing ] || fail "$1, $timing: not in a child's profile: $(cat missing); there is: $(cat child)"
        for each in *.instr; do check_sums "$each"; done
        instr-report tree --per-thread --csv "$profile" | awk -F, 'NR > 1 { n[$1]++; calls[$1] += $7 }
            END { for (path in n) print path, n[path], calls[path] }' | sort >threads
        if [ $timing = exact ]; then comm -23 threads.stated threads; fi >missing
        [ ! -s missing ] || fail "$1, $timing: not of single threads: $(cat missing); there is: $(cat threads)"
        instr-report tree --no-pager --min=100 "$profile" | sed '1,/^coverage/d; /^[~?] /d; /^~/d; /^excluded from 100%/d; /^probe overhead/d; /^to reduce it/d; /^threads were blocked/d' >tallies
        stated tally | while read -r text; do
            grep -q "^$text" tallies || fail "$1, $timing: not counted: $text; but: $(cat tallies)"
        done
        [ "$(wc -l <tallies)" = "$(stated tally | wc -l)" ] || fail "$1, $timing: counted: $(cat tallies)"
    done
    built=yes
}

built=no
for compiler in $(test_compilers); do
    check "$compiler -O0"
    check "$compiler -O2"
done
[ $built = yes ] || fail "no compiler here can build it"
