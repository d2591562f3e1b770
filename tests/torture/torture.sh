#!/bin/sh
# Programs nobody here wrote, compiled plainly and through instr-cc: the compiler must say the same and the
# program do the same, both output and exit status, and every function in it must be known to its coverage.
#
#   torture.sh gcc      gcc.c-torture/execute of Debian's gcc-12-source, with its folders builtins and ieee
#   torture.sh gcc.dg   the programs in gcc.dg of the same that are to be run, each with the options it asks for
#   torture.sh g++.dg   those of g++.dg and c-c++-common, in C++17 where they ask for no other
#   torture.sh gfortran.dg  those of gfortran.dg, by the compiler's hooks; the modules that are made must be the same, too
#   torture.sh warnings  the tests of warnings (W*, uninit*) of gcc.dg and c-c++-common, and of g++.dg where --cc is for C++: what the
#                       compiler says and how it ends, with the options that each asks for; nothing is linked or run
#   torture.sh libstdc++  libstdc++'s own tests of the same that are to be run, in C++17 where they ask for no other
#   torture.sh csmith   random programs: the first --seeds of those in the file `seeds`
#   torture.sh draw     prints that file: the first --seeds seeds whose programs end
#   torture.sh unpack   only unpacks what gcc, gcc.dg, g++.dg and gfortran.dg take of GCC's sources
#
# Options: --cc "instr-cc gcc"  --report instr-report  --opts "-O0 -O2,-g" (commas join options)  --level N  --every N (one test in N)
#          --only PATTERN (of those whose file matches it)
#          --seeds N  --seconds N (start none after)  --jobs N  --work DIRECTORY
#          --sources DIRECTORY (where GCC's are unpacked, unless they are there; else in the one for work)
#          --run "qemu-aarch64 -L ..." (what runs the programs)
# The end of the output is a count of each outcome; the status is 0 when none is a failure. What is in the
# file `exceptions` beside this one, with its reason, is counted apart.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
tarball=${GCC_SOURCE:-/usr/src/gcc-12/gcc-12.2.0-dfsg.tar.xz}

# The options a test asks for, without condition or on x86-64, as DejaGnu directives or in its .x file, and those of its
# folder. In gcc.dg the folder's own hold where a test asks for none. Dumps are left out: with them instr-cc passes the command on.
options_of() {
    sed -n -e '/ia32/d' -e 's/.*{ *dg-\(additional-\)\{0,1\}options *"\([^"]*\)" *\(}\|{ *target.* x86_64-\).*/\2/p' "$1" |
        sed -E 's/(^| )-(fdump-[^ ]*|save-temps[^ ]*|d[A-Z])//g' | tr '\n' ' '
    case $1 in
    */g++.dg/* | */c-c++-common/* | */libstdc++/*)
        echo "-Wno-deprecated" # clang++ says so of each file that ends with .c
        grep -q 'dg-[a-z]*options.*-std=' "$1" ||
            sed -n '/dg-do/{s/.*[^!] c++\([0-9][0-9]\).*/-std=gnu++\1/p;q}' "$1" | sed 's/++1[14]$/++17/'
        sed -n '/dg-do/{s/.*\(98\|11\|14\|17\)_\(only\|down\).*/-std=gnu++\1/p;q}' "$1" ;;
    esac
    extra=${1%.c}.x
    [ ! -f "$extra" ] || sed -n 's/^\(set\|lappend\) additional_flags //p' "$extra" | tr -d '"' | tr '\n' ' '
    case $1 in
    */gfortran.dg/gomp/*) echo "-fopenmp" ;;
    */gfortran.dg/coarray/*) echo "-fcoarray=single" ;;
    */g++.dg/asan/* | */c-c++-common/asan/*) echo "-fsanitize=address -g" ;;
    */g++.dg/ubsan/* | */c-c++-common/ubsan/*) echo "-fsanitize=undefined" ;;
    */g++.dg/gomp/* | */c-c++-common/gomp/*) echo "-fopenmp" ;;
    */g++.dg/tm/* | */c-c++-common/tm/*) echo "-fgnu-tm" ;;
    */g++.dg/coroutines/*) echo "-std=c++20 -fcoroutines" ;;
    */gcc.dg/asan/*) echo "-fsanitize=address -g" ;;
    */gcc.dg/ubsan/*) echo "-fsanitize=undefined" ;;
    */gcc.dg/guality/*) echo "-g -DPREVENT_OPTIMIZATION" ;;
    */gcc.dg/atomic/*) echo "-latomic" ;;
    */gcc.dg/sso/*) echo "-Wno-scalar-storage-order" ;;
    */gcc.dg/torture/stackalign/*) echo "-mstackrealign -mpreferred-stack-boundary=5 -mno-mmx" ;;
    */libstdc++/*)
        echo "-pthread -DLOCALEDIR=\".\" -I$TORTURE_SOURCES/libstdc++/util"
        echo "-L$TORTURE_SOURCES/libstdc++ -Wl,-rpath,$TORTURE_SOURCES/libstdc++ -ltestc++" ;;
    */csmith/*) echo "-w -I/usr/include/csmith" ;;
    */builtins/*) echo "-w -fno-tree-dse -fno-tree-loop-distribute-patterns -fno-tracer -fno-ipa-ra -fno-inline-functions" ;;
    */execute/*) echo "-w" ;;
    esac
    ! grep -q 'dg-options' "$1" || return 0
    case $1 in
    */gcc.dg/cpp/trad/*) echo "-traditional-cpp -I$(dirname "$1")" ;;
    */gcc.dg/dfp/*) echo "-std=gnu99" ;;
    */gcc.dg/torture/* | */gcc.dg/sso/* | */gcc.dg/guality/* | */gcc.dg/*san/*) ;;
    */gcc.dg/graphite/* | */gcc.dg/vect/*) echo "-ftree-vectorize -fno-vect-cost-model -fno-common" ;;
    */gcc.dg/*) echo "-ansi -pedantic-errors" ;;
    esac
}

# The sources a test consists of. Those in builtins bring their own memcpy, printf ...
sources_of() {
    case $1 in
    */builtins/*) echo "$1 ${1%.c}-lib.c $(dirname "$1")/lib/main.c" ;;
    *dg/* | */c-c++-common/*)
        echo "$1"
        for other in $(sed -n 's/.*{ *dg-additional-sources *"\{0,1\}\([^"}]*\).*/\1/p' "$1"); do
            echo "$(dirname "$1")/$other"
        done ;;
    *) echo "$1" ;;
    esac
}

# What a test is called in the file of exceptions. Names in the folders of gcc.dg are not distinct.
name_of() {
    case $1 in
    */gcc.dg/*) name=${1#*/gcc.dg/} ;;
    */gfortran.dg/*) name=${1#*/gfortran.dg/} ;;
    */testsuite/g++.dg/* | */testsuite/c-c++-common/*) name=${1#*/testsuite/} ;;
    */libstdc++/*) name=libstdc++/${1#*/libstdc++/} ;;
    *) name=$(basename "$1") ;;
    esac
    echo "${name%.[cC]*}"
}

# Addresses, process numbers and folders differ from run to run, and which functions are in a stack that Fortran shows by what is inlined. So do the bytes that sanitizers show around an address, and
# where the line below them points at it.
masked() {
    sed -e 's/0x[0-9a-f]*/ADDRESS/g' -e '/^[= ][> ]ADDRESS:/d' -e '/^ADDRESS: note: /{n;N;d}' -e 's/==[0-9]*==/==PID==/' -e '/^#[0-9]* *ADDRESS in /d' \
        -e "s,$work/[a-z]*/,,g" -e 's,^/[^ ]*/cc[A-Za-z0-9]*\.s:,ASSEMBLY:,' "$1"
}

# The file $1 is the same for both, as far as it can be.
same() {
    masked "plain/$1" >plain.masked
    masked "instr/$1" >instr.masked
    cmp -s plain.masked instr.masked
}

# Compiles and links the test in a folder of its own.
# Each source has a command, as builds do it.
build() (
    mkdir "$1"
    cd "$1"
    {
        for each in $sources; do INSTR_LOG=log $2 $flags -c "$each" || exit; done
        [ "$TORTURE_KIND" != warnings ] || exit 0
        $2 ./*.o $flags -o program -lm
    } >messages 2>&1
)

# Runs what was built, for seconds of processor time, so that a busy machine makes no difference; who sleeps has ten times as many.
# What a program's own sanitizer says is compared, without stacks: what is inlined there may differ.
execute() (
    cd "$1"
    unset UBSAN_OPTIONS
    case $flags in *-fsanitize=*) ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:log_path=stderr} ;; esac
    case $sources in */libstdc++/*) cp "$TORTURE_WORK"/libstdc++/data/*.t[sx]t . ;; esac
    ulimit -t "$2"
    INSTR_OUTPUT=program.instr INSTR_TMPDIR=. exec timeout "${2}0" $TORTURE_RUN ./program >out 2>err
)

# csmith leaves a file where it runs.
draw() { (cd "$TORTURE_WORK" && exec csmith --seed "$1" --output "$2"); }

# Every function that the plain compiler made of the source must be in the coverage, under one of the names that it has
# there. The sanitizers' own are no functions of the source.
unknown_functions() {
    sed 's/,.*//' coverage >known
    for object in plain/*.o; do
        "$($TORTURE_PLAIN -print-prog-name=objdump)" -t "$object" | awk '
            NR == FNR { known[$0] = 1; next }
            / F \..*\t/ && $NF !~ /^_sub_[ID]_/ {
                place = $1 " " substr($0, 26, index($0, "\t") - 26)
                sub(/[.].*/, "", $NF)
                names[place] = names[place] " " $NF
                if ($NF in known) found[place] = 1
            }
            END { for (place in names) if (!(place in found)) print names[place] }' known -
    done | sort -u | tr '\n' ' '
}

# The lines of exceptions begin with a pattern for the test's name and the optimisation level or "any".
reason_of() {
    awk -v name="$1" -v opt="$2" '/^[^#]/ && name ~ "^(" $1 ")$" && ($2 == opt || $2 == "any") {
        sub(/^[^ ]+ +[^ ]+ +/, ""); print; found = 1; exit } END { exit !found }' "$TORTURE_EXCEPTIONS"
}

# One test at one optimisation level: prints "OUTCOME OPT NAME detail".
one() {
    opt=$1 source=$2 name=$(name_of "$2")
    work=$(mktemp -d "$TORTURE_WORK/test.XXXXXX")
    cd "$work"
    outcome=$(judge "$opt" "$source" | head -n 1)
    [ -n "$outcome" ] || outcome="FAIL no verdict"
    case $outcome in
    FAIL*) reason=$(reason_of "$name" "$opt") && outcome="EXCEPTION $reason: ${outcome#* }" ;;
    esac
    echo "${outcome%% *} $opt $name ${outcome#* }"
    rm -rf "$work"
}

judge() {
    flags="$(echo "$1" | tr , ' ') $(options_of "$2")" sources=$(sources_of "$2")
    plain=0 instr=0
    build plain "$TORTURE_PLAIN" || plain=$?
    build instr "$TORTURE_CC" || instr=$?
    [ "$instr" = "$plain" ] || { echo "FAIL compiles with $instr, plainly with $plain: $(grep -m 1 error instr/messages)"; return; }
    for module in plain/*mod; do
        [ ! -f "$module" ] || cmp -s "$module" "instr/${module#plain/}" || { echo "FAIL $module differs"; return; }
    done
    same messages || { echo "FAIL messages differ: $(diff plain.masked instr.masked | grep -m 1 '^[<>]')"; return; }
    [ "$TORTURE_KIND" != warnings ] || { echo "OK $(wc -l <plain/messages) lines"; return; }
    [ "$plain" = 0 ] || { echo "SKIP does not compile plainly"; return; }
    execute plain 10 2>killed || plain=$?
    case $plain in 124 | 137 | 152) echo "SKIP has no end plainly"; return ;; esac
    execute instr 120 2>killed || instr=$?
    [ "$instr" = "$plain" ] || { echo "FAIL exits with $instr, plainly with $plain"; return; }
    same out || { echo "FAIL output differs"; return; }
    same err || { echo "FAIL error output differs"; return; }
    if grep -q '"action":"pass"' instr/log; then
        echo "SKIP is passed on: $(sed -n 's/.*"reason":"\([^"]*\)".*/\1/p' instr/log)"
        return
    fi
    # Whom a signal or a library ends leaves a store.
    [ -f instr/program.instr ] || [ "$plain" = 0 ] || (cd instr && INSTR_TMPDIR=. $TORTURE_REPORT recover >recovered 2>&1) || true
    [ -f instr/program.instr ] || { echo "FAIL no profile"; return; }
    $TORTURE_REPORT coverage --no-pager --csv instr/program.instr >coverage 2>/dev/null
    if grep -q ',\(unit\|probe\)-failed,' coverage; then
        echo "FAIL the edited unit does not compile"
        return
    fi
    case $2 in
    */g++.dg/* | */c-c++-common/* | */libstdc++/* | */gfortran.dg/*) unknown=$($TORTURE_REPORT coverage --no-pager --csv instr/program | grep ',no-record,' | tr '\n' ' ') ;;
    *) unknown=$(unknown_functions) ;;
    esac
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
cc="instr-cc gcc" report=instr-report opts="-O0 -O2" level=1 every=1 only=. seeds=200 seconds=86400 jobs=2 work= sources= run=
while [ $# -gt 0 ]; do
    case $1 in
    --cc) cc=$2 ;; --report) report=$2 ;; --opts) opts=$2 ;; --level) level=$2 ;; --every) every=$2 ;; --only) only=$2 ;;
    --seeds) seeds=$2 ;; --seconds) seconds=$2 ;; --jobs) jobs=$2 ;; --work) work=$2 ;; --sources) sources=$2 ;;
    --run) run=$2 ;;
    *) echo "torture.sh: unknown option $1" >&2; exit 2 ;;
    esac
    shift 2
done
[ -n "$work" ] || { work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; }
mkdir -p "$work"
TORTURE_WORK=$(cd "$work" && pwd)
work=$TORTURE_WORK
[ -n "$sources" ] || sources=$work
mkdir -p "$sources"
TORTURE_SOURCES=$(cd "$sources" && pwd)
sources=$TORTURE_SOURCES

if [ "$kind" = draw ]; then
    seed=0
    while [ "$seeds" -gt 0 ]; do
        seed=$((seed + 1))
        draw "$seed" "$work/drawn.c"
        gcc -O0 -w -I/usr/include/csmith "$work/drawn.c" -o "$work/drawn"
        (limit 1 && exec "$work/drawn") >/dev/null 2>&1 || continue
        echo "$seed"
        seeds=$((seeds - 1))
    done | xargs -n 30
    exit 0
fi

# unpack FOLDER PATTERN...: what these match of GCC's sources, but for the first three folders of their names.
unpack() {
    folder=$sources/$1
    shift
    [ -f "$tarball" ] || { echo "torture.sh: $tarball is missing: apt-get install gcc-12-source" >&2; exit 77; }
    [ -d "$folder" ] || { rm -rf "$sources/new" && mkdir "$sources/new" &&
        tar -x -f "$tarball" -C "$sources/new" --strip-components 3 --wildcards "$@" && mv "$sources/new" "$folder"; }
}

unpack_testsuite() {
    unpack testsuite '*/gcc/testsuite/gcc.c-torture/execute*' '*/gcc/testsuite/gcc.dg/*' '*/gcc/testsuite/g++.dg/*' \
        '*/gcc/testsuite/c-c++-common/*' '*/gcc/testsuite/gfortran.dg/*'
}

if [ "$kind" = unpack ]; then
    unpack_testsuite
    exit 0
fi

case $kind in
gcc | gcc.dg | g++.dg | gfortran.dg | warnings)
    unpack_testsuite
    case $kind in
    warnings)
        case $cc in *++*) folder=g++.dg ;; *) folder=gcc.dg ;; esac
        find "$sources/testsuite/$folder" "$sources/testsuite/c-c++-common" -name 'W*.[cC]' -o -name 'uninit*.[cC]' ;;
    gcc) find "$sources/testsuite/gcc.c-torture/execute" -name '*.c' ! -name '*-lib.c' ! -path '*/lib/*' ;;
    gfortran.dg) grep -r -l --include='*.[fF]*' -E 'dg-do +run' "$sources/testsuite/gfortran.dg" ;;
    gcc.dg) grep -r -l --include='*.c' -E 'dg-do +run' "$sources/testsuite/gcc.dg" ;;
    g++.dg) grep -r -l --include='*.[cC]' -E 'dg-do +run' "$sources/testsuite/g++.dg" "$sources/testsuite/c-c++-common" | grep -v /hwasan/ ;; # which x86 has not
    esac | sort ;;
libstdc++)
    unpack libstdc++ '*/libstdc++-v3/testsuite/*'
    # What the tests share has no probes: it is a library like any other.
    (cd "$sources/libstdc++/util" && ${cc#* } -w -std=gnu++17 -shared -fPIC -I. -o ../libtestc++.so testsuite_[ach]*[!k].cc)
    # Those without a word are to be run. Some want a person at the keyboard, a debugger, or a library with checks.
    grep -r -L --include='*.cc' -E 'dg-do +(assemble|compile|link|preprocess)|dg-require-debug-mode' "$sources/libstdc++" |
        grep -v -E '_xin|/(performance|util|simd|libstdc\+\+-[a-z]*)/' | sort ;;
csmith)
    command -v csmith >/dev/null || { echo "torture.sh: apt-get install csmith libcsmith-dev" >&2; exit 77; }
    mkdir -p "$work/csmith"
    grep -v '^#' "$here/seeds" | tr ' ' '\n' | head -n "$seeds" | while read -r seed; do
        [ -f "$work/csmith/seed-$seed.c" ] || draw "$seed" "$work/csmith/seed-$seed.c"
        echo "$work/csmith/seed-$seed.c"
    done ;;
*) echo "torture.sh: gcc, gcc.dg, g++.dg, gfortran.dg, libstdc++, warnings, csmith, draw or unpack?" >&2; exit 2 ;;
esac >"$work/found"
grep -E "$only" "$work/found" | awk -v n="$every" 'NR % n == 0' >"$work/sources"

export TORTURE_KIND="$kind" TORTURE_WORK TORTURE_SOURCES TORTURE_REPORT="$report" TORTURE_EXCEPTIONS="$here/exceptions"
export TORTURE_RUN="$run" TORTURE_CC="$cc" TORTURE_PLAIN="${cc#* }" INSTR_BUILD_LEVEL="$level" TORTURE_END=$(($(date +%s) + seconds))
for opt in $opts; do sed "s/^/$opt /" "$work/sources"; done |
    xargs -P "$jobs" -n 2 sh "$here/torture.sh" --one >"$work/outcomes"
grep -E '^(FAIL|EXCEPTION) ' "$work/outcomes" || true
cut -d ' ' -f 1,2 "$work/outcomes" | sort | uniq -c
[ "$(wc -l <"$work/outcomes")" = $(($(wc -l <"$work/sources") * $(echo "$opts" | wc -w))) ]
! grep -q '^FAIL ' "$work/outcomes"
