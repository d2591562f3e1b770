# pieces.sh - coroutines of many kinds (pieces.cpp) do the same as plainly, and what is said of each agrees with what it says of
# itself: begun and suspended as often, run no shorter than between its own readings, suspended no longer than between them. Of times
# only with exact timing: what the observer takes to begin is none of the program's.
folder=$(dirname "$0")

# check TIMING KIND
check() {
    ./plain "$2" | head -n 1 >expected || fail "$build: $2 fails plainly"
    INSTR_TIMING=$1 INSTR_OUTPUT=$2.instr ./program "$2" >account || fail "$build: $2 fails"
    head -n 1 account | diff expected - || fail "$build: $2 does something else"
    instr-report flat --no-pager --csv --raw "$2.instr" >flat
    instr-report flat --no-pager --csv --metric=suspensions "$2.instr" >suspensions
    instr-report flat --no-pager --csv --metric=suspended "$2.instr" >suspended
    python3 "$folder/pieces.py" "$1" account flat suspensions suspended || fail "$build, $1: $2"
}

# build WORDS...: false where the compiler knows no coroutines.
build() {
    build="$*"
    "$@" -std=c++20 -pthread -o plain "$folder/pieces.cpp" || return 1
    instr-cc --instr-log=log "$@" -std=c++20 -pthread -o program "$folder/pieces.cpp" 2>messages && [ ! -s messages ] ||
        fail "$build: $(head -n 3 messages)"
    grep -q '"result":"full"' log || fail "$build: the unit is not as it should be"
    rm log
}

for compiler in g++ clang++; do
    command -v "$compiler" >/dev/null || continue
    for level in -O0 -O2; do
        build "$compiler" "$level" || continue
        for kind in generators tasks awaitables exceptions threads destroyed methods; do
            check exact "$kind"
            check adaptive "$kind"
        done
        build "$compiler" "$level" -DTRANSFORMS
        check exact transforms
    done
done
