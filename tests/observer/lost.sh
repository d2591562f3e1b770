# lost.sh FOLDER - where somebody kills the observer the report says that the program was not looked at from then on; and of a run in which it was left alone
# it says no such thing.
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr
instr-cc cc -O2 -o program "$1/interval.c" -lpthread

./program 1
instr-report flat --no-pager o.instr >flat
grep -q '^~ estimated' flat || { echo 'nobody may look here'; exit 0; }
! grep 'sampling was interrupted' flat || fail 'somebody did'

./program 2 &
for _ in $(seq 1500); do
    observer=$(observers)
    [ -z "$observer" ] || break
    sleep 0.02
done
[ -n "$observer" ] || fail 'no observer is seen'
sleep 0.2
kill -9 "$observer"
wait $!
instr-report flat --no-pager o.instr >flat
grep -q '^sampling was interrupted for [0-9.]* s,' flat || fail "$(cat flat)"
