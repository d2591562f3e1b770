# children.sh FOLDER - who lists the children of a program finds those first that it forked itself; the observer comes after them, and
# is there again when they were made. And who forks all the time is looked at all the time, as is who waits for children of all kinds. Who gave
# up its rights has no longer to wait for the end of an observer that has more.
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr
instr-cc cc -O1 -w -D_GNU_SOURCE -o program "$1/children.c"

./program >said 2>more
! grep 'of others' said || fail 'the first child is not the program'"'"'s own'
[ "$(grep -c 'first mine' said)" = 3 ] && [ "$(grep -c 'ended 1' said)" = 3 ] && grep -q 'left -1' said || fail "$(cat said)"
instr-report flat --no-pager o.instr >flat
grep -q '^~ estimated' flat || { echo 'nobody may look here'; exit 0; }
grep -q '^1 more' more || fail "nobody looks after a fork: $(cat more)"
./program often
looked() {
    ! instr-report flat --no-pager o.instr | grep '^sampling was interrupted' || fail "not sampled while it $1"
}
looked 'forks often'
./program fast >said
grep -qx 'others 0' said || fail "of 3,000 forks the observer came first: $(cat said)"
looked 'forks as fast as it can'
./program walls >said
grep -q 'found 1' said && grep -q 'left -1' said || fail "waits for all kinds: $(cat said)"
looked 'waits for all kinds of children'
mkdir apart
INSTR_OUTPUT=apart/%p.instr ./program apart
for one in apart/*; do
    instr-report flat --csv --min=0 "$one" | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { took[$1] = $at["exclusive_s"]; calls[$1] = $at["calls"] }
        END {
            mine = calls["of_child"] > 0 ? "of_child" : "of_parent"
            all = took["of_child"] + took["of_parent"] + took["main"]
            print mine, took[mine], "of", all
            exit !(calls[mine] == 10000000 && took[mine] > (mine == "of_child" ? 0.8 : 0.3) * all)
        }' || fail "a process has another one's samples: $(instr-report flat "$one")"
done
[ "$(id -u)" = 0 ] || exit 0
chmod 1777 .
for i in $(seq 8); do
    INSTR_TMPDIR=$PWD ./program drops >>waited &
done
wait
# Where it had to be waited for until its next look that is 240 times on average.
[ "$(awk '{ times += $1 } END { print int(times / NR) }' waited)" -lt 80 ] || fail "forks without rights wait so often: $(cat waited)"
