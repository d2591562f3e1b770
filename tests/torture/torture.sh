#!/bin/sh
# Programs nobody here wrote, compiled plainly and through instr-cc: each that passes plainly must pass
# instrumented, with the same output and exit status, and every function in it must be known to its coverage.
#
#   torture.sh gcc      gcc.c-torture/execute of Debian's gcc-12-source, with its folders builtins and ieee
#   torture.sh csmith   random programs: the first --seeds of those in the file `seeds`
#   torture.sh draw     prints that file: the first --seeds seeds whose programs end
#
# Options: --cc "instr-cc gcc"  --report instr-report  --opts "-O0 -O2"  --level N  --every N (one test in N)
#          --seeds N  --seconds N (start none after)  --jobs N  --work DIRECTORY
#          --run "qemu-aarch64 -L ..." (what runs the programs)
# The end of the output is a count of each outcome; the status is 0 when none is a failure. What is in the
# file `exceptions` beside this one, with its reason, is counted apart.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
tarball=${GCC_SOURCE:-/usr/src/gcc-12/gcc-12.2.0-dfsg.tar.xz}

# The options a test asks for without condition, as DejaGnu directives or in its .x file, and those of its folder.
options_of() {
    sed -n 's/.*{ *dg-\(additional-\)\{0,1\}options *"\([^"]*\)" *}.*/\2/p' "$1" | tr '\n' ' '
    extra=${1%.c}.x
    [ ! -f "$extra" ] || sed -n 's/^\(set\|lappend\) additional_flags //p' "$extra" | tr -d '"' | tr '\n' ' '
    case $1 in
    */csmith/*) echo "-I/usr/include/csmith" ;;
    */builtins/*) echo "-fno-tree-dse -fno-tree-loop-distribute-patterns -fno-tracer -fno-ipa-ra -fno-inline-functions" ;;
    esac
}

# The sources a test consists of. Those in builtins bring their own memcpy, printf ...
sources_of() {
    case $1 in
    */builtins/*) echo "$1 ${1%.c}-lib.c $(dirname "$1")/lib/main.c" ;;
    *) echo "$1" ;;
    esac
}

# Addresses differ from run to run.
masked() { sed 's/0x[0-9a-f]*/ADDRESS/g' "$1"; }

# Seconds of processor time, so that a busy machine makes no difference.
limit() { ulimit -t "$1"; }

# csmith leaves a file where it runs.
draw() { (cd "$TORTURE_WORK" && exec csmith --seed "$1" --output "$2"); }

# Every function that the plain compiler made of the source must be in the coverage.
unknown_functions() {
    $($TORTURE_PLAIN -print-prog-name=nm) plain/*.o | sed -n 's/^[0-9a-f]* [tTW] \([A-Za-z0-9_$]*\).*/\1/p' | sort -u >names
    $TORTURE_REPORT coverage --no-pager --csv program.instr 2>/dev/null | sed 's/,.*//' | sort -u >known
    comm -23 names known | tr '\n' ' '
}

# One test at one optimisation level: prints "OUTCOME OPT NAME detail".
one() {
    opt=$1 source=$2 name=$(basename "$2" .c)
    work=$(mktemp -d "$TORTURE_WORK/test.XXXXXX")
    cd "$work"
    outcome=$(judge "$opt" "$source" | head -n 1)
    [ -n "$outcome" ] || outcome="FAIL no verdict"
    case $outcome in
    FAIL*) if reason=$(grep -E "^$name +($opt|any) " "$TORTURE_EXCEPTIONS"); then outcome="EXCEPTION $reason"; fi ;;
    esac
    echo "${outcome%% *} $opt $name ${outcome#* }"
    rm -rf "$work"
}

judge() {
    flags="$1 -w $(options_of "$2")"
    sources=$(sources_of "$2")
    mkdir plain
    # shellcheck disable=SC2086
    (cd plain && $TORTURE_PLAIN $flags -c $sources && $TORTURE_PLAIN $flags ./*.o -o program -lm) 2>/dev/null ||
        { echo "SKIP does not compile plainly"; return; }
    plain=0
    (limit 10 && exec $TORTURE_RUN plain/program) >plain.out 2>plain.err || plain=$?
    [ "$plain" = 0 ] || { echo "SKIP exits with $plain plainly"; return; }
    # shellcheck disable=SC2086
    $TORTURE_CC $flags $sources -o program -lm 2>errors || { echo "FAIL compile: $(head -n 1 errors)"; return; }
    status=0
    (limit 120 && INSTR_OUTPUT=program.instr exec $TORTURE_RUN ./program) >program.out 2>program.err || status=$?
    [ "$status" = 0 ] || { echo "FAIL exits with $status"; return; }
    masked plain.out >a && masked program.out >b
    cmp -s a b || { echo "FAIL output differs"; return; }
    masked plain.err >a && masked program.err >b
    cmp -s a b || { echo "FAIL error output differs"; return; }
    [ -f program.instr ] || { echo "FAIL no profile"; return; }
    if $TORTURE_REPORT coverage --no-pager --csv program.instr 2>/dev/null | grep -q ',unit-failed,'; then
        echo "FAIL the edited unit does not compile"
        return
    fi
    unknown=$(unknown_functions)
    [ -z "$unknown" ] || { echo "FAIL not in the coverage: $unknown"; return; }
    echo "OK "
}

if [ "${1:-}" = --one ]; then
    [ "$(date +%s)" -lt "$TORTURE_END" ] || { echo "NOT-RUN $2 $3"; exit 0; }
    one "$2" "$3"
    exit 0
fi

kind=$1
shift
cc="instr-cc gcc" report=instr-report opts="-O0 -O2" level=1 every=1 seeds=200 seconds=86400 jobs=2 work= run=
while [ $# -gt 0 ]; do
    case $1 in
    --cc) cc=$2 ;; --report) report=$2 ;; --opts) opts=$2 ;; --level) level=$2 ;; --every) every=$2 ;;
    --seeds) seeds=$2 ;; --seconds) seconds=$2 ;; --jobs) jobs=$2 ;; --work) work=$2 ;; --run) run=$2 ;;
    *) echo "torture.sh: unknown option $1" >&2; exit 2 ;;
    esac
    shift 2
done
[ -n "$work" ] || { work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; }
mkdir -p "$work"
TORTURE_WORK=$(cd "$work" && pwd)
work=$TORTURE_WORK

if [ "$kind" = draw ]; then
    seed=0
    while [ "$seeds" -gt 0 ]; do
        seed=$((seed + 1))
        draw "$seed" "$work/drawn.c"
        gcc -O0 -w -I/usr/include/csmith "$work/drawn.c" -o "$work/drawn"
        (limit 1 && exec "$work/drawn") >/dev/null 2>&1 || continue
        echo "$seed"
        seeds=$((seeds - 1))
    done
    exit 0
fi

case $kind in
gcc)
    [ -f "$tarball" ] || { echo "torture.sh: $tarball is missing: apt-get install gcc-12-source" >&2; exit 77; }
    [ -d "$work/gcc" ] || { mkdir "$work/gcc.new" && tar -x -f "$tarball" -C "$work/gcc.new" --strip-components 4 \
        --wildcards '*/gcc/testsuite/gcc.c-torture/execute*' && mv "$work/gcc.new" "$work/gcc"; }
    find "$work/gcc/execute" -name '*.c' ! -name '*-lib.c' ! -path '*/lib/*' | sort ;;
csmith)
    command -v csmith >/dev/null || { echo "torture.sh: apt-get install csmith libcsmith-dev" >&2; exit 77; }
    mkdir -p "$work/csmith"
    grep -v '^#' "$here/seeds" | head -n "$seeds" | while read -r seed; do
        [ -f "$work/csmith/seed-$seed.c" ] || draw "$seed" "$work/csmith/seed-$seed.c"
        echo "$work/csmith/seed-$seed.c"
    done ;;
*) echo "torture.sh: gcc, csmith or draw?" >&2; exit 2 ;;
esac | awk -v n="$every" 'NR % n == 0' >"$work/sources"

export TORTURE_WORK TORTURE_REPORT="$report" TORTURE_EXCEPTIONS="$here/exceptions"
export TORTURE_RUN="$run" TORTURE_CC="$cc" TORTURE_PLAIN="${cc#* }" INSTR_BUILD_LEVEL="$level" TORTURE_END=$(($(date +%s) + seconds))
for opt in $opts; do sed "s/^/$opt /" "$work/sources"; done |
    xargs -P "$jobs" -n 2 sh "$here/torture.sh" --one >"$work/outcomes"
grep -E '^(FAIL|EXCEPTION) ' "$work/outcomes" || true
cut -d ' ' -f 1,2 "$work/outcomes" | sort | uniq -c
[ "$(wc -l <"$work/outcomes")" = $(($(wc -l <"$work/sources") * $(echo "$opts" | wc -w))) ]
! grep -q '^FAIL ' "$work/outcomes"
