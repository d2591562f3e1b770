# short.sh FOLDER - children that call little before exec or _exit: their calls are in their parent's profile, and whatever
# else they do, each call is in one profile, or recovered into one.
mkdir store
export INSTR_TMPDIR="$PWD/store" INSTR_OUTPUT=%p.instr
instr-cc gcc -O1 -w -o program "$1/short.c"

# calls PATTERN PROFILES...: of work(), on paths that match.
calls() {
    pattern=$1
    shift
    for profile; do instr-report tree --csv --min=0 "$profile"; done |
        awk -F, -v pattern="$pattern" '$2 ~ pattern && $2 ~ /work$/ { calls += $7 } END { print calls + 0 }'
}

# short PROFILES CALLS SHORT HOW...: so many profiles ("any": that depends on who is faster) with so many calls, of them
# SHORT by short children.
short() {
    profiles=$1 calls=$2 short=$3
    shift 3
    rm -f -- *.instr
    (ulimit -c 0; exec ./program "$@") 2>&1 | cat >said # which ends when the last of them does
    case $* in
    *kill*) [ "$1" = kill ] || instr-report recover store/*.map >recovered || fail "$*: can't be recovered" ;;
    esac
    [ -z "$(ls store)" ] || fail "$*: left in the store: $(ls store)"
    [ "$profiles" = any ] || [ "$(ls ./*.instr | wc -l)" = "$profiles" ] || fail "$*: $(ls ./*.instr | wc -l) profiles, not $profiles"
    [ "$(calls . ./*.instr)" = "$calls" ] || fail "$*: $(calls . ./*.instr) calls, not $calls"
    [ "$short" = any ] || [ "$(calls 'short children' ./*.instr)" = "$short" ] ||
        fail "$*: $(calls 'short children' ./*.instr) calls by short children, not $short"
    for profile in ./*.instr; do check_sums "$profile"; done
}

short 1 2 1 exec
short 1 41 40 exec 40
short 1 2 1 _exit
short 1 41 40 _exit 40
short 2 2 0 lives # long enough for a profile to cost little
short 2 2 0 exit
short 1 2 1 kill
short 1 3 2 exec-fails
short 1 18 17 recursion
short 2 258 0 paths
short 2 10001 0 calls
short 1 3 2 jump
short 3 3 0 grandchild
short 1 2 1 parent-kill
# Below a recursion, whose calls fold, and below calls that have no frames.
timing=${INSTR_TIMING-}
for place in below inside; do
    short 1 41 40 $place-exec 40
    short 1 2 1 $place-_exit
    short 2 2 0 $place-lives
    short 2 10001 0 $place-calls
    short 2 258 0 $place-paths
    unset INSTR_TIMING
done
short 1 2 1 deep-exec
short 2 2 0 deep-lives
short 2 10001 0 deep-calls
short 1 2 1 light-exec
short 2 2 0 light-lives
short 2 10001 0 light-calls
INSTR_METRICS=cpu-time # which no list has room for
export INSTR_METRICS
short 2 2 0 deep-lives
unset INSTR_METRICS
export INSTR_TIMING="$timing"
# Several at a time, and nobody waits for them: one that comes late is a short one.
short any 3 any waits
short 2 3 any waits-kill
# The first one comes last, when its parent is gone.
short any 8 any late 7
# Who is faster, the child or its parent, which ends: none of their calls is lost, and no store is left.
for round in $(seq 20); do short any 7 any races 6; done
rm -f -- *.instr
./program exec 40 together || fail '40 at a time: one failed'
[ "$(calls . ./*.instr)" = 41 ] || fail "40 at a time: $(calls . ./*.instr) calls, not 41"
[ -z "$(ls store)" ] || fail "40 at a time: left in the store: $(ls store)"
