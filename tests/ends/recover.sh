# recover.sh SOURCE - recover takes what belongs here, says first what it takes, and what can't be written back keeps
# nothing else from being recovered.

# What others have in the usual places is not for a test to take.
if [ -z "${ALONE-}" ]; then
    ALONE=no places="$0:$PWD:$(command -v instr-cc)"
    # Nor may what the test itself needs lie there.
    [ "$places" != "${places#*/tmp/}" ] || ! unshare -rm sh -c 'mount -t tmpfs tmpfs /dev/shm && mount -t tmpfs tmpfs /tmp' 2>/dev/null || ALONE=yes
    export ALONE
    [ $ALONE = no ] || exec unshare -rm sh -c 'mount -t tmpfs tmpfs /dev/shm && mount -t tmpfs tmpfs /tmp && exec "$INSTR_TEST_DIR/isolated.sh" "$0"' "$0"
    echo 'no namespace of mounts to be had here: --all is not tried'
fi
unset TMPDIR
cat >victim.c <<'END'
#include <signal.h>
__attribute__((noinline)) static void work(void) { __asm__ volatile(""); }
int main(void) { work(); raise(SIGKILL); return 0; }
END
instr-cc cc -O1 -o victim victim.c
mkdir store here there gone programs
cp victim programs/own
export INSTR_TMPDIR="$PWD/store"
unset SLURM_JOB_ID PBS_JOBID LSB_JOBID JOB_ID COBALT_JOBID PJM_JOBID FLUX_JOB_ID
# killed FOLDER PROGRAM: leaves a store.
killed() { (cd "$1" && exec "$2") >/dev/null 2>&1 || true; }
stores() { ls store | grep -c '\.map$' || true; }
killed here "$PWD/victim"
killed there "$PWD/victim"
killed gone "$PWD/victim"
killed there "$PWD/programs/own"
[ "$(stores)" = 4 ] || fail "$(stores) stores, not 4"

# Another folder's are not touched, and it is said that they are there.
(cd here && instr-report recover) >out 2>&1 || fail "here: $(cat out)"
[ "$(stores)" = 3 ] && [ -e here/victim.*.instr ] && [ ! -e there/victim.*.instr ] || fail "more than what is here: $(ls store here there)"
[ "$ALONE" = no ] || grep -q '^3 more.*--all' out || fail "not told of the others: $(cat out)"
# What it takes is named before it is: which process, of which program, to where.
grep -q "store/instr\..*\.map: recovering process [0-9]* of .*/victim" out || fail "not named: $(cat out)"
[ "$(grep -n 'store/instr' out | head -n 1 | cut -d : -f 1)" -lt "$(grep -n '^.*here/victim.*\.instr: ' out | cut -d : -f 1)" ] ||
    fail "named too late: $(cat out)"
# By the folder of the program.
(cd programs && instr-report recover) >out 2>&1 || fail "programs: $(cat out)"
[ "$(stores)" = 2 ] && [ -e there/own.*.instr ] || fail "not by the program: $(cat out)"
# By the batch job, wherever it was.
(export PBS_JOBID=4711.server && killed there "$PWD/victim")
[ "$(stores)" = 3 ] || fail 'the job left nothing'
(mkdir nowhere && cd nowhere && PBS_JOBID=4711.server instr-report recover) >out 2>&1 || fail "job: $(cat out)"
[ "$(stores)" = 2 ] || fail "not by the job: $(cat out)"
[ "$(ls there | grep -c victim)" = 1 ] || fail "the wrong one: $(ls there)"

# What was to be thrown away still is: nothing gets into the folder of the device.
ln -s /dev/null sink
(export INSTR_OUTPUT="$PWD/sink" && killed here "$PWD/victim")
[ "$(stores)" = 3 ] || fail 'a run without a profile left nothing'
(cd here && instr-report recover) >out 2>&1 || fail "sink: $(cat out)"
[ "$(stores)" = 2 ] && [ "$(echo sink*)" = sink ] || fail "not thrown away: $(ls) $(cat out)"

# One that can't be written back: said, and the others are.
rm -rf gone && touch gone
killed here "$PWD/victim"
status=0
all=--all
[ "$ALONE" = yes ] || all=$(echo store/*.map)
instr-report recover $all >out 2>err || status=$?
[ "$status" = 72 ] || fail "one was not written and the status is $status: $(cat out err)"
grep -q 'gone/victim' err || fail "which one: $(cat err)"
[ "$(stores)" = 1 ] && [ "$(ls here | grep -c victim)" = 2 ] || fail "it stopped the others: $(ls store here there)"
# The same for the report, which looks for what was killed here.
killed here "$PWD/victim"
(cd here && instr-report --no-pager) >out 2>err || fail "report: $(cat err)"
[ "$(stores)" = 1 ] && [ "$(ls here | grep -c victim)" = 3 ] || fail "not recovered: $(ls store here)"
# With a place for it that can be had.
instr-report recover -o saved.instr store/*.map >out || fail "saved: $(cat out)"
[ -s saved.instr ] && [ "$(stores)" = 0 ] || fail 'not saved'
(cd here && instr-report recover) >out || fail 'nothing left'
[ "$ALONE" = no ] || grep -q 'nothing to recover' out || fail "nothing left: $(cat out)"

# All, where INSTR_TMPDIR says where: what lies elsewhere is left alone, unless it belongs here.
if [ "$ALONE" = yes ]; then
    (unset INSTR_TMPDIR && killed there "$PWD/victim")
    killed there "$PWD/victim"
    (cd here && instr-report recover --all) >out 2>&1 || fail "all: $(cat out)"
    [ "$(stores)" = 0 ] && [ "$(ls /dev/shm | grep -c '^instr.*map$')" = 1 ] || fail "all, elsewhere, too: $(cat out)"
    (cd here && instr-report recover) >out 2>&1 || fail "told: $(cat out)"
    ! grep -q -- --all out || fail "--all would not take it: $(cat out)"
    (cd there && instr-report recover) >out 2>&1 || fail "of this folder: $(cat out)"
    [ "$(ls /dev/shm | grep -c '^instr.*map$')" = 0 ] || fail "of this folder, but not taken: $(cat out)"
fi

# Several at once, as from the script of each node: each store is one profile, and all end well.
rm -f here/*.instr
for i in 1 2 3 4 5 6 7 8; do killed here "$PWD/victim"; done
left=$(echo store/*.map)
pids=
for i in 1 2 3 4; do
    (cd here && exec instr-report recover) >racing.$i 2>&1 &
    pids="$pids $!"
    instr-report recover $left >named.$i 2>&1 &
    pids="$pids $!"
done
for pid in $pids; do
    wait "$pid" || fail "one of several ends with $?: $(cat racing.? named.?)"
done
[ "$(stores)" = 0 ] && [ "$(ls here | grep -c victim)" = 8 ] || fail "several: $(ls store here) $(cat racing.? named.?)"
[ "$(cat racing.? named.? | grep -c 'victim\.[0-9]*\.instr: profile of process')" = 8 ] || fail "not each once: $(cat racing.? named.?)"

# What the program could not write, and recover can't either: what is proposed can be typed.
rm -rf gone && mkdir gone
INSTR_OUTPUT=$PWD/gone/no/such.instr ./victim >out 2>&1 && status=0 || status=$?
instr-report recover store/*.map >out 2>err && fail "written: $(cat out)"
command=$(sed -n "s/.*'\(instr-report recover -o\) PROFILE \([^']*\)'.*/\1 saved-too.instr \2/p" err)
[ "$(stores)" = 1 ] && [ -n "$command" ] || fail "nothing is proposed: $(cat err)"
$command >out || fail "can't be typed: $command"
[ -s saved-too.instr ] && [ "$(stores)" = 0 ] || fail 'not saved either'

# A process that was killed before it wrote anything.
rm -f store/*
touch store/instr.4711.1.map
head -c 65536 /dev/zero >store/instr.4711.2.map
instr-report recover store/instr.4711.1.map >out 2>&1 || fail "an empty store: $(cat out)"
grep -q '1\.map: removed' out && [ "$(stores)" = 1 ] || fail "an empty store: $(cat out)"
(cd here && instr-report recover) >out 2>&1 || fail "one of zeros: $(cat out)"
[ "$(stores)" = 0 ] || fail "one of zeros: $(cat out)"
# What is no store is left alone, and named.
echo text >store/instr.4711.3.map
(cd here && instr-report recover) >out 2>&1 || fail "no store: $(cat out)"
[ "$(stores)" = 1 ] && grep -q "store/instr\.4711\.3\.map" out || fail "no store: $(cat out)"
