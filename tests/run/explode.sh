# explode.sh SOURCE - a program of far more call paths than there is room for: the calls of each function are exact, the memory
# is bounded, and paths that have no place of their own stand by function under their callers' (other paths); also in threads,
# after kill -9, and merged.
mkdir store
export INSTR_TMPDIR="$PWD/store" INSTR_MEMORY=2
instr-cc gcc -O1 -o program "$1" -pthread

# same WHAT PROFILES: the calls of each function are those that the program counted.
same() {
    what=$1
    shift
    instr-report flat --csv --no-pager "$@" |
        awk -F, '$1 ~ /^f[0-9]/ && $4 == "function" { calls[$1] += $5 } END { for (n in calls) print n, calls[n] }' | sort >counted
    [ -s counted ] || fail "$what: no calls"
    diff counts counted || fail "$what: other calls than were made"
}

for timing in exact adaptive; do
    export INSTR_TIMING=$timing
    INSTR_OUTPUT=whole.instr ./program 60000 >counts 2>memory
    sort -o counts counts
    same "$timing" whole.instr
    [ -n "${CHECKER:-}" ] || [ "$(cat memory)" -lt 20000 ] || fail "$timing: $(cat memory) KiB, with INSTR_MEMORY=$INSTR_MEMORY"
    instr-report tree --csv --min=0 --no-pager whole.instr >tree
    [ "$(wc -l <tree)" -gt 500 ] || fail "$timing: only $(wc -l <tree) paths are left"
    grep -q '^[0-9]*,main/.*/(other paths)/f[0-9]*,' tree || fail "$timing: nothing in the (other paths) of a path"
    instr-report --no-pager whole.instr >screen
    grep -q 'INSTR_MEMORY' screen || fail "$timing: nobody says what keeps more: $(cat screen)"
    check_sums whole.instr

    INSTR_OUTPUT=killed.instr ./program 60000 kill >again 2>memory || true
    instr-report recover store/*.map >recovered 2>&1 || fail "$timing: $(cat recovered)"
    same "$timing, after kill -9" killed.instr
    check_sums killed.instr

    instr-report merge -o both.instr whole.instr killed.instr >merged 2>&1 || fail "$timing: $(cat merged)"
    awk '{ print $1, 2 * $2 }' counts >twice && mv twice counts
    same "$timing, merged" both.instr

    INSTR_OUTPUT=threads.instr ./program 60000 threads >counts 2>memory
    sort -o counts counts
    same "$timing, threads" threads.instr
    INSTR_OUTPUT=threads.instr ./program 60000 turns >counts 2>memory || fail "$timing, threads in turn: ends with $?"
    sort -o counts counts
    same "$timing, threads in turn" threads.instr
done

# What was seldom called and is often called later has paths of its own again: one way; and of the 9,840 paths of three ways, for
# which there is no room, those that are called most.
for ways in 1 3; do
    [ -z "${CHECKER:-}" ] || break
    INSTR_OUTPUT=later.instr ./program 60000 later $ways >counts 2>memory
    sort -o counts counts
    same "$ways ways that are walked later" later.instr
    instr-report tree --csv --min=0 --no-pager later.instr |
        awk -F, -v part=$([ $ways = 1 ] && echo 2 || echo 3) '
            $2 ~ /walk_later/ { all += $7; if ($2 !~ /other paths/) own += $7 } END { exit !(own > all / part) }' ||
        fail "$ways ways: few of the calls are on paths of their own"
done
