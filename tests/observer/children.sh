# children.sh FOLDER - who lists the children of a program finds those first that it forked itself; the observer comes after them, and
# is there again when they were made. And who forks all the time is looked at all the time.
set -eu
. "$INSTR_TEST_DIR/check.sh"
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr
instr-cc cc -O1 -w -D_GNU_SOURCE -o program "$1/children.c"

./program >said 2>more
! grep 'of others' said || fail 'the first child is not the program'"'"'s own'
[ "$(grep -c 'first mine' said)" = 3 ] && [ "$(grep -c 'ended 1' said)" = 3 ] && grep -q 'left -1' said || fail "$(cat said)"
instr-report flat --no-pager o.instr >flat
grep -q '^~ is estimated' flat || { echo 'nobody may look here'; exit 0; }
grep -q '^1 more' more || fail "nobody looks after a fork: $(cat more)"
./program often
! instr-report flat --no-pager o.instr | grep '^nobody looked' || fail 'not looked at while it forks often'
