# stacks.sh SOURCE - what the runtime does in a program's calls and at its end fits on small stacks: the 8 KB that googletest
# gives the children of its death tests, the least that threads have, and an alternate stack for signals of the usual size.
set -eu
. "$INSTR_TEST_DIR/check.sh"
mkdir store
export INSTR_TMPDIR="$PWD/store" INSTR_OUTPUT=%p.instr
unset INSTR_TIMING # an observer begins as well
gcc -O1 -pthread -w -o plain "$1"
instr-cc gcc -O1 -pthread -w -o program "$1"

for where in clone thread handler; do
    for how in returns late exec late-exec _exit late-_exit exit late-exit; do
        rm -f -- *.instr
        status=0 expected=0
        ./plain $where $how >expected || expected=$?
        ./program $where $how >said 2>&1 || status=$?
        [ "$status" = "$expected" ] || fail "$where $how: exits with $status, plainly with $expected"
        cmp -s expected said || fail "$where $how: $(cat said), plainly $(cat expected)"
        calls=0
        for profile in ./*.instr; do calls=$((calls + $(column_of tiny calls "$profile"))); done
        [ "$calls" = 5000 ] || fail "$where $how: $calls calls of tiny"
    done
done
[ -z "$(ls store)" ] || fail "left in the store: $(ls store)"
