# pieces.sh - coroutines of many kinds (pieces.cpp) do the same as plainly, and what is said of each agrees with what it says of
# itself: begun and suspended as often, run no shorter than between its own readings, suspended no longer than between them. Of times
# only with exact timing: what the observer takes to begin is none of the program's.
set -eu
. "$INSTR_TEST_DIR/check.sh"
folder=$(dirname "$0")

# check TIMING NAME: of one build.
check() {
    for kind in generators tasks awaitables exceptions threads destroyed methods; do
        ./plain "$kind" | head -n 1 >expected || fail "$*: $kind fails plainly"
        INSTR_TIMING=$1 INSTR_OUTPUT=$kind.instr ./program "$kind" >account || fail "$*: $kind fails"
        head -n 1 account | diff expected - || fail "$*: $kind does something else"
        instr-report flat --no-pager --csv --raw "$kind.instr" >flat
        instr-report flat --no-pager --csv --metric=suspensions "$kind.instr" >suspensions
        instr-report flat --no-pager --csv --metric=suspended "$kind.instr" >suspended
        python3 "$folder/pieces.py" "$1" account flat suspensions suspended || fail "$*: $kind"
    done
}

for compiler in g++ clang++; do
    command -v "$compiler" >/dev/null || continue
    for options in -O0 -O2; do
        $compiler $options -std=c++20 -pthread -o plain "$folder/pieces.cpp" || continue
        instr-cc --instr-log=log $compiler $options -std=c++20 -pthread -o program "$folder/pieces.cpp" 2>messages ||
            fail "$compiler $options: $(head -n 3 messages)"
        [ ! -s messages ] || fail "$compiler $options: $(head -n 3 messages)"
        check exact "$compiler $options"
        check adaptive "$compiler $options"
    done
done
grep -q '"result":"\(quiet\|full\)"' log && ! grep -q '"result":"\(records\|original\)"' log || fail "units are lost"
