# unwound.sh SOURCE - a signal may unwind the stack at any moment, in the middle of a probe too: threads are cancelled anywhere and
# clean up, and a sampler finds its way to main, as in the plain program.
set -eu
. "$INSTR_TEST_DIR/check.sh"
for compiler in ${TEST_COMPILERS:-gcc clang}; do
    command -v "$compiler" >/dev/null || continue
    for flags in -O0 -O2; do
        "$compiler" $flags -pthread -o plain "$1"
        instr-cc "$compiler" $flags -pthread -o measured "$1"
        expected=$(./plain)
        for timing in exact adaptive; do
            found=$(INSTR_TIMING=$timing INSTR_OUTPUT=run.instr ./measured) || fail "$compiler $flags, $timing: ends with $?"
            [ "$found" = "$expected" ] || fail "$compiler $flags, $timing: $found; plainly $expected"
        done
    done
done
