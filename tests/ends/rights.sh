# rights.sh SOURCE - a program that gives up rights it had, as daemons do, and only then makes most of its calls: all of
# them are in its profile, or recovered from its store, and nothing is said where the program's own output goes.
. "${0%/*}/both.sh"
mkdir jail
build_both "$1"

# gives_up WHAT HOW KIND...: ends as plainly, prints the same; KIND is as in ends.sh, of each process.
gives_up() {
    what=$1 how=$2
    shift 2
    run_both "$what" "$how"
    for kind; do
        if [ "$kind" = left ]; then
            [ -n "$(ls store)" ] || fail "$what, $how: nothing left to recover"
            recover_all "$what, $how"
        fi
    done
    [ -z "$(ls store)" ] || fail "$what, $how: left in the store: $(ls store)"
    found=$(each_calls branch)
    case " $found" in *' 4095 ') ;; *) fail "$what, $how: $found calls, not 4095" ;; esac
    for profile in ./*.instr; do
        check_complete "$what, $how" "$profile"
    done
}

gives_up limits kill left
for what in space space-prlimit; do
    plain_ends $what return 3 || continue
    gives_up $what return written
    gives_up $what in-child written
    gives_up $what kill left
done
locks=$(ulimit -Hl)
if [ "$locks" != unlimited ] && [ "$locks" -lt 8192 ]; then
    echo "memory can't be locked here, but for $locks KB: not tried"
elif plain_ends locked return 3; then
    gives_up locked return written
    gives_up locked kill left
fi
# The sanitizers want mappings of their own for what is called then.
case ${CHECKER:-} in address | thread) maps= ;; *) maps=$(cat /proc/sys/vm/max_map_count) ;; esac
if [ -n "$maps" ] && [ "$maps" -le 200000 ]; then
    gives_up maps return written
    gives_up maps kill left
fi
if [ "$(id -u)" != 0 ]; then
    echo "not root: other users and another root directory are not tried"
    exit 0
fi
chmod 755 .
# In a namespace of processes each is number 1: profiles have the number that others know.
if plain_ends space return 3 && unshare --pid --fork true 2>/dev/null; then
    rm -f -- *.instr store/*
    for i in 1 2; do
        INSTR_OUTPUT=%p.instr unshare --pid --fork ./program space return >said 2>&1 || true
    done
    [ "$(ls -- *.instr | grep -xc '[0-9]*.instr')" = 2 ] && [ ! -f 1.instr ] || fail "number: $(ls -- *.instr)"
fi
for how in kill return _exit in-child; do
    gives_up user $how left
    gives_up root $how left
    gives_up all $how left
done
# Where it may write its profile, but not remove its store: that gives its memory back, and no second profile is made of it. That takes
# a folder that the other user can enter, which a checkout below a private home is not.
outside=$(TMPDIR=/tmp mktemp -d)
trap 'rm -rf "$outside"' EXIT
chmod 755 "$outside"
mkdir -m 777 "$outside/free"
mkdir -m 1777 "$outside/store"
if ! setpriv --reuid=65534 --clear-groups test -w "$outside/free" 2>/dev/null; then
    echo "no folder here can be entered by all: a store that can't be removed is not tried"
    exit 0
fi
cp plain program "$outside"
cd "$outside"
export INSTR_TMPDIR="$outside/store"
INSTR_OUTPUT=$outside/free/ run_both user return
[ -n "$(ls free)" ] && [ -n "$(ls store)" ] || fail "a profile and a store: $(ls free store)"
[ "$(du -k store/*.map | awk '{ all += $1 } END { print all }')" -le 64 ] || fail "it holds memory: $(du -k store/*.map)"
instr-report recover -o again.instr store/*.map >recovered 2>&1 || fail "recover -o: $(cat recovered)"
[ ! -e again.instr ] && [ -z "$(ls store)" ] || fail "recovered twice: $(cat recovered)"
