# noticed.sh FOLDER - the observer is noticed by nobody: not by the program, its parent, its shell, who traces it, reads from
# it, limits it or contains it; and it does not outlive it.
unset INSTR_TIMING
mkdir store
export INSTR_TMPDIR="$PWD/store" INSTR_OUTPUT=%p.instr
cc -O1 -w -o plain "$1/noticed.c"
instr-cc gcc --instr-paths=all -O1 -w -o program "$1/noticed.c"

# gone WHAT: soon none is left; a busy machine takes a while to end it.
gone() {
    for i in $(seq 1200); do
        [ "$(observers)" ] || return 0
        sleep 0.05
    done
    fail "$1: the observer lives on"
}

observed() { instr-report flat --json ./*.instr | grep -q '"looks": "[1-9]'; }

# same HOW [BEFORE...]: with these words before it the program does as plainly.
same() {
    how=$1
    shift
    rm -f -- *.instr
    "$@" ./plain "$how" </dev/null >plain.out 2>plain.err && plain=0 || plain=$?
    "$@" ./program "$how" </dev/null >program.out 2>program.err && status=0 || status=$?
    [ $status = $plain ] || fail "$how $*: ends with $status, plainly with $plain: $(cat program.err)"
    diff plain.out program.out || fail "$how $*: other output"
    diff plain.err program.err || fail "$how $*: other messages"
    gone "$how $*"
}

same usual
observed || fail "usual: not observed: $(instr-report flat --no-pager ./*.instr | tail -n 4)"
same signals
observed || fail 'signals: not observed'
same forks
same closes
same reaper
same walls
same usual timeout 20
same usual setsid -w
same usual nice
same kill
if [ "$(id -u)" = 0 ]; then
    chmod 1777 store .
    same limits
    same drops
    same containers
fi

# heirs WHAT [BEFORE...]: who takes over the children of the dead gets none from the program, however it ends by itself.
heirs() {
    what=$1
    shift
    for supervisor in ./plain ./program; do
        for how in usual forks drops; do
            "$@" $supervisor supervise ./plain $how >plain.out 2>&1 || fail "$what: plainly $?"
            "$@" $supervisor supervise ./program $how >program.out 2>&1 || fail "$what: $?"
            diff plain.out program.out || fail "$what, $how under $supervisor"
        done
    done
    gone "$what"
    rm -f -- *.instr
}
heirs 'under a supervisor'
# Where few more processes are allowed, as in containers.
group=/sys/fs/cgroup
[ ! -d $group/pids ] || group=$group/pids
group=$group/instr-test-$$
if mkdir $group 2>/dev/null && echo 4 >$group/pids.max; then
    same usual sh -c 'echo $$ >"$0/cgroup.procs"; exec "$@"' $group
    ! observed || fail 'observed where four processes are allowed'
    rmdir $group
else
    echo "no control group can be made here: its limit is not tried"
fi
# In a container: as its first process, and as another one.
if unshare -fpr true 2>/dev/null; then
    same spaces
    same usual unshare -fpr
    same usual unshare -fpr sh -c '"$@"; echo $?; exit 4' sh
    observed || fail 'in a container: not observed'
    heirs 'under the first process of a container' unshare -fpr
fi
if command -v strace >/dev/null && strace -o trace true 2>/dev/null; then
    rm -f -- *.instr
    strace -f -o trace -e trace=execve,kill ./program usual >program.out 2>&1 || true
    ! grep instr-observe trace || fail 'who traces the program follows the observer, too'
fi

# A shell's jobs.
cat >jobs.sh <<'S'
set -m
"$1" usual >/dev/null &
wait $!
echo "first $?"
"$1" usual >/dev/null &
"$1" kill >/dev/null 2>&1 &
wait
jobs
echo 'none left'
S
bash jobs.sh ./plain 2>/dev/null >plain.out
bash jobs.sh ./program 2>/dev/null | sed 's|program|plain|' >program.out
diff plain.out program.out || fail 'jobs of a shell'

# Of the program that has said something.
await_observer()
{
    for i in $(seq 1200); do
        [ ! -s said ] || [ -z "$(observers)" ] || break
        sleep 0.05
    done
    observers
}

# While it looks: what it is to the system, and what holds whom.
mkfifo hold
./program stays <hold >said 2>&1 &
program=$!
exec 9>hold
observer=$(await_observer)
[ "$(echo "$observer" | wc -w)" = 1 ] || fail "observers while it runs: '$observer'"
set -- $(sed 's/.*) //' "/proc/$observer/stat")
[ "$3" = "$observer" ] && [ "$4" = "$observer" ] && [ "$5" = 0 ] || fail "its group, session and terminal: $3 $4 $5"
[ "$2" = $program ] || fail "its parent is $2"
[ ! -s "/proc/$observer/cmdline" ] || fail "it goes by the name of the program"
grep -q '^Seccomp:.2$' "/proc/$observer/status" || fail 'it may do what it likes'
! grep '\[heap\|/libc\|/program\|\[stack' "/proc/$observer/maps" || fail 'it holds memory of the program'
[ "$(readlink "/proc/$observer/cwd")" = / ] || fail "it is in $(readlink "/proc/$observer/cwd")"
! ls -l "/proc/$observer/fd" | grep 'said\|hold\|pipe' || fail 'it holds files of the program'
# Whoever reads from the program sees its end, whatever the observer does.
exec 9>&-
wait $program || [ $? = 3 ] || fail "ends with $?"
gone 'at its end'
(./program stays <hold | cat >said; echo end >ended) &
exec 9>hold
observer=$(await_observer)
kill -STOP $observer
exec 9>&-
for i in $(seq 1200); do
    [ ! -e ended ] || break
    sleep 0.05
done
[ -e ended ] || { kill -KILL $observer; fail 'its reader waits for the observer'; }
kill -CONT $observer 2>/dev/null || :
wait
gone 'stopped for a while'
rm -f store/*.map
