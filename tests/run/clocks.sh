# clocks.sh - the two tables of `instr-report clocks`: what starting and stopping costs with and without the call tree, and the
# smallest interval. Between the two, other programs may make the processor twice as fast or half. Nothing is left of the processes that
# measure the tree, whatever is asked of the user's programs.
mkdir temporary
INSTR_TMPDIR=$PWD/temporary INSTR_TRACE=1 INSTR_LEVEL=0 INSTR_SNAPSHOT=1 INSTR_OUTPUT=%x.instr instr-report clocks >out 2>errors ||
    fail "it ended with $?: $(cat errors)"
[ ! -s errors ] || fail "it said: $(cat errors)"
awk '
    /without a call tree/ { table = "plain" } /in the call tree, repeated/ { table = "tree" } /^smallest interval/ { table = "least" }
    NF == 5 && $2 > 0 { cost[table, $1] = $5 }
    table == "least" && NF == 2 && $2 > 0 { least[$1] = $2 }
    END {
        for (name in least) {
            clocks++
            if (!(("plain", name) in cost) || cost["tree", name] <= cost["plain", name] / 2)
                print name ": with the tree " cost["tree", name] " ns, without " cost["plain", name]
        }
        if (clocks < 4 || !("monotonic" in least))
            print clocks " clocks"
    }' out >wrong
[ ! -s wrong ] || fail "$(cat wrong out)"
set -- temporary/* ./*.instr ./*.trace
[ ! -e "$1" ] && [ ! -e "$2" ] && [ ! -e "$3" ] || fail "left: $*"
