# stacks.sh SOURCE - what the runtime does in a program's calls and at its end fits on small stacks: the 8 KB that googletest
# gives the children of its death tests, the least that threads have, and an alternate stack for signals of the usual size.
set -eu
. "$INSTR_TEST_DIR/check.sh"
mkdir store
export INSTR_TMPDIR="$PWD/store" INSTR_OUTPUT=%p.instr
unset INSTR_TIMING # an observer begins as well
gcc -O1 -pthread -w -o plain "$1"
instr-cc gcc -O1 -pthread -w -o program "$1"

# run SETTING WHERE HOW
run() {
    rm -f -- *.instr *.trace
    status=0 expected=0
    ./plain "$2" "$3" >expected || expected=$?
    env "$1" ./program "$2" "$3" >said 2>&1 || status=$?
    [ "$status" = "$expected" ] || fail "$*: exits with $status, plainly with $expected"
    cmp -s expected said || fail "$*: $(cat said), plainly $(cat expected)"
}

for where in clone thread handler; do
    run INSTR_TRACE=1 $where late-exec
    for how in returns late exec late-exec _exit late-_exit exit late-exit; do
        run INSTR_TRACE=0 $where $how
        calls=0
        for profile in ./*.instr; do calls=$((calls + $(column_of tiny calls "$profile"))); done
        [ "$calls" = 5000 ] || fail "$where $how: $calls calls of tiny"
    done
done

# The first stack of the process, before `main` and in it, is as small.
(ulimit -Ss 16 && run INSTR_TRACE=1 clone exit && run INSTR_LEVEL=0 clone exit)
[ -z "$(ls store)" ] || fail "left in the store: $(ls store)"
