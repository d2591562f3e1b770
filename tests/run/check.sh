# check.sh - what the tests of whole programs share; isolated.sh reads it before each of them, and $INSTR_TEST_DIR is this folder.

# Every call timed, so that sums over children hold exactly.
export INSTR_TIMING=exact

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

# took COMMAND...: runs it; the file `seconds` has what it took of its processors.
took() {
    bash -c 'TIMEFORMAT="%U %S"; { time "$@" 2>&3; } 3>&2 2>times' bash "$@"
    awk 'END { print $1 + $2 }' times >seconds
}

# spin COUNT: so many busy loops until the test ends, be it killed. Their numbers are in $spinners.
spin() {
    for _ in $(seq "$1"); do
        sh -c 'while kill -0 "$0" 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; done' $$ &
        spinners="${spinners-} $!"
    done
}

# cleared WORDS...: with no variables but those of the command, and those by which a checker comes into the process.
cleared() {
    env -i ${LD_PRELOAD:+LD_PRELOAD="$LD_PRELOAD"} ${ASAN_OPTIONS:+ASAN_OPTIONS="$ASAN_OPTIONS"} \
        ${UBSAN_OPTIONS:+UBSAN_OPTIONS="$UBSAN_OPTIONS"} ${TSAN_OPTIONS:+TSAN_OPTIONS="$TSAN_OPTIONS"} "$@"
}

# cxx_of COMPILER: its C++ compiler.
cxx_of() { case $1 in gcc) echo g++ ;; *) echo clang++ ;; esac; }

# test_compilers [c++]: those that are to be tried, of C or C++, and are here.
test_compilers() {
    for each in ${TEST_COMPILERS:-gcc clang}; do
        [ "${1-}" != c++ ] || each=$(cxx_of "$each")
        ! command -v "$each" >/dev/null || echo "$each"
    done
}

# column_of NAME COLUMN FLAT-ARGUMENTS...: what the flat table has there, added up over functions of that name.
column_of() {
    name=$1 column=$2
    shift 2
    instr-report flat --csv "$@" | awk -F, -v name="$name" -v column="$column" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; if (!at[column]) exit 1 }
        $1 == name { sum += $at[column] } END { printf "%.12g\n", sum }'
}

# observers: the processes that look at ./program now.
observers() {
    for each in /proc/[0-9]*; do
        if [ "$(cat "$each/comm" 2>/dev/null)" = instr-observe ] && [ "$(readlink "$each/exe")" = "$PWD/program" ]; then
            echo "${each#/proc/}"
        fi
    done
}

# count_build PROGRAM COMPILER SOURCES...: the program with the independent count of count.c in it.
count_build() {
    program=$1
    shift
    compiler=$1
    shift
    cc -O2 -c -o count.o "$INSTR_TEST_DIR/count.c"
    $compiler -O1 -no-pie -finstrument-functions -o "$program" "$@" count.o -lm
}

# count_names PROGRAM FILE: "NAME COUNT" for each function, summed over processes. Where clang inlines a copy of one of
# the C library's, as atoi, it counts the library's own.
count_names() {
    nm "$1" | awk 'NR == FNR { name[$1] = $3; next } $1 in name { calls[name[$1]] += $2 }
        END { for (n in calls) print n, calls[n] }' - "$2" | sort
}

# profile_names: the same from the profile in this directory.
profile_names() {
    instr-report flat --csv | awk -F, 'NR > 1 && $4 == "function" && $5 > 0 { calls[$1] += $5 }
        END { for (n in calls) print n, calls[n] }' | sort
}

# check_counts PROGRAM FILE: the profile and the independent count say the same.
check_counts() {
    count_names "$1" "$2" >expected.counts
    profile_names >profile.counts
    [ -s expected.counts ] || fail "the independent count is empty"
    diff expected.counts profile.counts || fail "calls in the profile are not those that were made"
}

# check_sums [PROFILE]: for each node, inclusive >= the sum of its children's, but for the threads it started,
# which run beside it. Times are decimal seconds; of a node that is below what was seen there is none. No clock ran backwards.
check_sums() {
    instr-report --json "$@" | awk '/the clock ran backwards/ { bad = 1 } END { exit bad || !NR }' ||
        fail "the clock ran backwards"
    instr-report tree --csv "$@" | awk -F, '
        NR == 1 { next }
        { depth = $1; inclusive[depth] = $9 == "" ? 1e9 : $9; path[depth] = $2; below[depth] = 0; lines++
          if (depth > 0 && $6 != "thread") {
              below[depth - 1] += $9
              if (below[depth - 1] > inclusive[depth - 1] * (1 + 1e-9)) { print path[depth - 1]; bad = 1 }
          } }
        END { exit bad || lines < 2 }' || fail "children hold more time than their parent"
}

# is_asked FORM USUAL...: whether the test is to try this form of building: by TEST_FORMS the usual ones, or the others; both without.
is_asked() {
    form=$1 kind=other
    shift
    for usual; do
        [ "$form" != "$usual" ] || kind=usual
    done
    [ "${TEST_FORMS-$kind}" = $kind ]
}

# check_one_profile [WHERE]: exactly one profile lies in this directory.
check_one_profile() {
    where=${1:+$1: }
    set -- *.instr
    [ -e "$1" ] && [ $# -eq 1 ] || fail "${where}expected one profile, found: $*"
}
