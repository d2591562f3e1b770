# ends.sh SOURCE - a program that ends in every way there is: exits as it does plainly, prints the same, and
# its profile - written by itself, or recovered where `left` says so - has the calls it made.
. "${0%/*}/both.sh"
build_both "$1" -pthread

# ends HOW KIND CALLS...: KIND is `written` or `left`; CALLS are those of work() in each profile, sorted.
ends() {
    how=$1 kind=$2
    shift 2
    run_both "$how"
    if [ "$kind" = left ]; then
        ls -- *.instr 2>/dev/null && fail "$how: a profile, but only the store was expected"
        recover_all "$how"
    fi
    [ -z "$(ls store)" ] || fail "$how: left in the store: $(ls store)"
    found=$(each_calls work)
    [ "$found" = "$* " ] || fail "$how: calls $found, not $*"
}

ulimit -Sn 100
each_way "$1" ends

# A snapshot is a whole profile of what was until then; the rest is recovered in its place.
rm -f -- *.instr
(INSTR_SNAPSHOT=SIGUSR1 INSTR_OUTPUT=snapshot.instr ./program snapshot) >/dev/null 2>&1 || true
[ "$(calls work snapshot.instr)" = 4 ] || fail "snapshot: $(calls work snapshot.instr) calls, not 4"
recover_all "snapshot"
[ "$(calls work snapshot.instr)" = 5 ] || fail "after a snapshot: $(calls work snapshot.instr) calls, not 5"

# Every so many seconds, in a child of fork too: it is killed when it has been seen.
rm -f -- *.instr
(INSTR_SNAPSHOT=0.02 INSTR_OUTPUT=%p.instr ./program fork-snapshot) >snapshots.out 2>snapshots.err
[ "$(cat snapshots.out)" = 'child 137' ] || fail "fork-snapshot: $(cat snapshots.out snapshots.err)"
found=$(each_calls work)
[ "$found" = '1 4 ' ] || fail "fork-snapshot: calls $found, not 1 4"
rm -f store/*.map
# One more may begin when the last profile is written, and there is still one for the process.
for run in $(seq 10); do
    rm -f -- *.instr
    INSTR_SNAPSHOT=0.001 ./program grow-return || true
    check_one_profile
done

# A name without the process's number: another run replaces the profile, the program after exec does not.
rm -f -- *.instr
for run in 1 2; do
    INSTR_OUTPUT=fixed.instr ./program return || true
done
check_one_profile
INSTR_OUTPUT=fixed.instr ./program exec || true
[ "$(calls work fixed.instr) $(calls work fixed-2.instr)" = '4 4' ] || fail "exec with a fixed name: $(ls -- *.instr)"

# What a killed process left is recovered by the next look into the directory where it would have written.
rm -f -- *.instr
(ulimit -c 0; exec ./program term) >/dev/null 2>&1 || true
mkdir elsewhere
(cd elsewhere && instr-report --no-pager) >report.out 2>&1 && fail "recovered in another directory"
[ -n "$(ls store)" ] || fail "recovered for another directory"
instr-report --no-pager --min 0 >report.out 2>report.err || fail "instr-report: $(cat report.err)"
grep -q 'work' report.out || fail "not shown: $(cat report.out)"
grep -q "process" report.err || fail "not told: $(cat report.err)"
[ -z "$(ls store)" ] || fail "left in the store: $(ls store)"
check_one_profile

# Full disks: of the store, and of the profile. What had room is recovered.
mkdir tiny
if mount -t tmpfs -o size=160k tmpfs tiny 2>/dev/null; then
    trap 'umount tiny' EXIT
    rm -f -- *.instr
    INSTR_TMPDIR=$PWD/tiny ./program grow-return && status=0 || status=$?
    [ "$status" = 3 ] || fail "full store: ends with $status"
    [ "$(calls work program.*.instr)" = 4 ] || fail "full store: $(calls work program.*.instr) calls, not 4"
    instr-report --no-pager | grep -q 'parts of the store that a crash would lose' || fail "full store: not told"
    rm -f -- *.instr tiny/*
    (INSTR_TMPDIR=$PWD/tiny exec ./program grow-kill) >/dev/null 2>&1 || true
    instr-report recover tiny/*.map >recovered || fail "full store, killed: can't be recovered"
    [ "$(calls work program.*.instr)" = 4 ] || fail "full store, killed: $(calls work program.*.instr) calls, not 4"
    dd if=/dev/zero of=tiny/fill bs=1k count=200 2>/dev/null || true
    INSTR_OUTPUT=$PWD/tiny/full.instr ./program return >full.out 2>full.err && status=0 || status=$?
    [ "$status" = 3 ] || fail "full disk: ends with $status"
    [ "$(wc -l <full.err)" = 1 ] || fail "full disk: not one line: $(cat full.err)"
    instr-report recover -o full.instr store/*.map >recovered || fail "full disk: can't be recovered"
    [ "$(calls work full.instr)" = 4 ] || fail "full disk: $(calls work full.instr) calls, not 4"
    umount tiny
    trap - EXIT
fi

# What can't be written: one line, and the same exit status.
mkdir closed && chmod a-w closed
for output in /proc/no/such.instr closed/no/such.instr; do
    INSTR_OUTPUT=$output ./program return >full.out 2>full.err && status=0 || status=$?
    [ "$status" = 3 ] || fail "$output: ends with $status"
    [ "$(wc -l <full.err)" = 1 ] || fail "$output: not one line: $(cat full.err)"
    command=$(sed -n "s/.*'\(instr-report recover -o\) PROFILE \([^']*\)'.*/\1 saved.instr \2/p" full.err)
    $command >recovered && [ -s saved.instr ] && [ -z "$(ls store)" ] || fail "$output: can't be saved by: $(cat full.err)"
    rm saved.instr
done
# All descriptors are in use that there may ever be.
status=0
([ "${CHECKER:-}" = valgrind ] || ulimit -Hn 100; INSTR_OUTPUT=none.instr exec ./program descriptors) >full.out 2>full.err ||
    status=$?
[ "$status" = 0 ] || fail "no descriptor left: ends with $status"
[ "$(wc -l <full.err)" = 1 ] || fail "no descriptor left: not one line: $(cat full.err)"
instr-report recover -o none.instr store/*.map >recovered || fail "no descriptor left: can't be recovered"
[ "$(calls work none.instr)" = 4 ] || fail "no descriptor left: $(calls work none.instr) calls, not 4"
rm -f store/*.map
# The thread sanitizer and valgrind write a file when a program starts, and all checkers need more address space.
if [ "${CHECKER:-}" != thread ] && [ "${CHECKER:-}" != valgrind ]; then
    (ulimit -f 0; exec ./program return) >full.out 2>/dev/null && status=0 || status=$?
    [ "$status" = 3 ] || fail "no file may be written: ends with $status"
fi
# As little address space as the program itself just can do with: at most one line, and somewhat more is enough.
if [ -z "${CHECKER:-}" ]; then
    rm -f -- *.instr
    for space in $(seq 3000 200 14000); do
        (ulimit -v "$space"; exec ./plain return) >full.out 2>&1 || [ $? = 3 ] || continue
        (ulimit -v "$space"; exec ./program return) >full.out 2>full.err && status=0 || status=$?
        [ "$status" = 3 ] || fail "address space of $space KB: ends with $status"
        [ "$(wc -l <full.err)" -le 1 ] || fail "address space of $space KB: $(cat full.err)"
        [ ! -s full.err ] || grep -q 'memory' full.err || fail "address space of $space KB: $(cat full.err)"
        ! ls ./*.instr >/dev/null 2>&1 || break
    done
    [ "$(calls work ./*.instr)" = 4 ] || fail 'little address space: not measured'
    rm -f store/*
fi

# A shared object that comes and goes, in a program that is instrumented and in one that is not.
folder=$(dirname "$1")
instr-cc gcc -O1 -shared -fPIC -o plugin.so "$folder/plugin.c"
for compiler in 'instr-cc gcc' gcc; do
    rm -f -- *.instr
    $compiler -w -o host "$folder/host.c" -ldl
    ./host && status=0 || status=$?
    [ "$status" = 3 ] || fail "host by $compiler: ends with $status"
    check_one_profile
    [ "$(calls work host.*.instr)" = 4 ] || fail "host by $compiler: $(calls work host.*.instr) calls, not 4"
    [ -z "$(ls store)" ] || fail "host by $compiler: left in the store: $(ls store)"
done
