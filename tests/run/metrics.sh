# metrics.sh SOURCE - what metrics say of functions is what these used: of one thread and two, in a child of fork, after a kill,
# before a sandbox, and in a sum. Page faults are compared with those that the program counts itself.
instr-cc gcc -O1 -pthread -o program "$1"

field() # PROFILE FUNCTION COLUMN
{
    profile=$1 function=$2 column=$3
    instr-report flat --csv --metric=minor-faults,cpu-time,voluntary-switches,reads,rss-added "$profile" |
        awk -F, -v name="$function" -v wanted="metric_$column" \
            'NR == 1 {for (i = 1; i <= NF; i++) if ($i == wanted) at = i} $1 == name && $4 == "function" {print $at}'
}

between() # WHAT VALUE LEAST MOST
{
    awk -v value="$2" -v least="$3" -v most="$4" 'BEGIN {exit !(value != "" && value >= least && value <= most)}' ||
        fail "$1: $2 is not from $3 to $4"
}

check() # PROFILE TIMES: each function was called so often
{
    set -- "$@" $(awk '{faults += $1; ns += $2} END {print faults, ns}' printed)
    # What the probes of touch itself cost, a page of the tree here and there, is in it too.
    between "$1: page faults of touch" "$(field "$1" touch minor-faults_exclusive)" "$3" $(($3 + 40))
    between "$1: and of its caller" "$(field "$1" work minor-faults_inclusive)" "$3" $(($3 + 1000))
    between "$1: ns burnt" "$(field "$1" burn cpu-time_inclusive)" "$4" $(($4 * 3 / 2))
    between "$1: ns used while it slept" "$(field "$1" nap cpu-time_exclusive)" 0 $(($4 / 3))
    between "$1: times it slept" "$(field "$1" nap voluntary-switches_exclusive)" "$2" $(($2 * 5))
    between "$1: calls read" "$(field "$1" burn reads_exclusive)" "$2" "$2"
}

export INSTR_METRICS=os,memory
for how in '' threads fork; do
    INSTR_OUTPUT=run.%p.instr ./program $how >printed
    set -- run.*.instr
    case $how in
    threads) check "$1" 2 ;;
    fork)
        for one; do
            [ -z "$(field "$one" touch minor-faults_exclusive)" ] || check "$one" 1
        done
        ;;
    *)
        check "$1" 1
        cp "$1" once.instr
        cp printed printed.once
        ;;
    esac
    rm run.*.instr
done
for timing in exact adaptive; do
    INSTR_TIMING=$timing INSTR_OUTPUT=whole.instr ./program >printed
    check whole.instr 1
done
INSTR_OUTPUT=sandbox.instr ./program sandbox >printed || fail "in a sandbox it ended with $?"
grep -q alive printed || fail "in a sandbox it did not go on"
instr-report recover >/dev/null
sed -i /alive/d printed
check sandbox.instr 1
INSTR_OUTPUT=killed.instr ./program kill >printed || true
instr-report recover >/dev/null
check killed.instr 1

# Of two runs the sum; a high-water mark stays the highest.
cat printed.once >>printed
instr-report merge -o sum.instr once.instr killed.instr
check sum.instr 2
peak=$(instr-report flat --by=metric --csv once.instr | awk -F, '$1 == "rss-peak" {print $5}')
both=$(instr-report flat --by=metric --csv sum.instr | awk -F, '$1 == "rss-peak" {print $5}')
between "the peak of both" "$both" "$peak" $((2 * peak - 1))
added=$(field once.instr touch rss-added_exclusive)
between "bytes added by touch" "$added" 20000000 40000000
instr-report flat --by=metric once.instr | grep -q 'CPU time' || fail "metrics does not tell what there is"

# What there is none of is said, and the rest goes on.
INSTR_METRICS=bogus,cpu-time INSTR_OUTPUT=odd.instr ./program >printed 2>said
grep -q "INSTR_METRICS=bogus is no metric" said || fail "of an unknown metric it says: $(cat said)"
[ "$(instr-report flat --by=metric --csv odd.instr | wc -l)" = 3 ] || fail "the known metric is not on"
if instr-report flat --metric=bogus odd.instr 2>said; then
    fail "an unknown metric is shown"
fi
grep -q "no 'bogus'; it has cpu-time, reads" said || fail "of it the report says: $(cat said)"

# Where none is on nothing tells of them.
unset INSTR_METRICS
INSTR_OUTPUT=none.instr ./program >printed
if grep -q mtrc none.instr; then
    fail "a profile without metrics has a section for them"
fi
instr-report flat --metric=cpu-time none.instr 2>said || grep -q INSTR_METRICS=os said || fail "it says: $(cat said)"
