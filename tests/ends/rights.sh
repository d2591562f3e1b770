# rights.sh SOURCE - a program that gives up rights it had, as daemons do, and only then makes most of its calls: all of
# them are in its profile, or recovered from its store, and nothing is said where the program's own output goes.
set -eu
. "$INSTR_TEST_DIR/check.sh"
export INSTR_RECURSION=16 # what makes the store grow is a recursion with many paths
mkdir store jail
export INSTR_TMPDIR="$PWD/store"
cc -O1 -w -o plain "$1"
instr-cc gcc -O1 -w -o program "$1"

calls() {
    instr-report flat --csv --no-pager "$1" | awk -F, '$1 == "branch" { c += $5 } END { print c + 0 }'
}

# gives_up WHAT HOW KIND...: ends as plainly, prints the same; KIND is as in ends.sh, of each process.
gives_up() {
    what=$1 how=$2
    shift 2
    rm -f -- *.instr store/*
    plain=0 status=0
    (ulimit -c 0; exec ./plain "$what" "$how") >plain.out 2>&1 || plain=$?
    (ulimit -c 0; exec ./program "$what" "$how") >program.out 2>&1 || status=$?
    [ "$plain" = "$status" ] || fail "$what, $how: ends with $status, plainly with $plain: $(cat program.out)"
    diff plain.out program.out || fail "$what, $how: other output"
    for kind; do
        if [ "$kind" = left ]; then
            [ -n "$(ls store)" ] || fail "$what, $how: nothing left to recover"
            instr-report recover store/*.map >recovered || fail "$what, $how: can't be recovered"
        fi
    done
    [ -z "$(ls store)" ] || fail "$what, $how: left in the store: $(ls store)"
    found=$(for profile in ./*.instr; do calls "$profile"; done | sort -n | tail -1)
    [ "$found" = 4095 ] || fail "$what, $how: $found calls, not 4095"
    for profile in ./*.instr; do
        ! instr-report --no-pager "$profile" | grep 'that a crash would lose\|for lack of memory\|could not be recovered' ||
            fail "$what, $how: parts are missing"
    done
}

gives_up limits kill left
[ "$(cat /proc/sys/vm/max_map_count)" -gt 200000 ] || gives_up maps return written
[ "$(cat /proc/sys/vm/max_map_count)" -gt 200000 ] || gives_up maps kill left
if [ "$(id -u)" != 0 ]; then
    echo "not root: other users and another root directory are not tried"
    exit 0
fi
chmod 755 .
for how in kill return _exit in-child; do
    gives_up user $how left
    gives_up root $how left
    gives_up all $how left
done
