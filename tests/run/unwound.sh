# unwound.sh SOURCE CXX-SOURCE - a signal may unwind the stack at any moment, in the middle of a probe too: threads are cancelled anywhere and
# clean up, and a sampler finds its way to main, as in the plain program.
for compiler in $(test_compilers); do
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

for compiler in g++ clang++; do
    is_asked $compiler g++ && command -v $compiler >/dev/null || continue
    for form in "-O0 exact" "-O0 adaptive" "-O2 adaptive" "-no-pie exact" "-O2 -static adaptive" "-static -fno-pie exact"; do
        is_asked "$form" '-O0 exact' '-O2 adaptive' '-O2 -static adaptive' || continue
        $compiler ${form% *} -pthread -o plain "$2"
        instr-cc $compiler ${form% *} -pthread -o measured "$2"
        expected=$(./plain)
        export INSTR_TIMING=${form#* } INSTR_OUTPUT=run.instr
        found=$(./measured) || fail "$compiler $form: ends with $?"
        [ "$found" = "$expected" ] || fail "$compiler $form: $found; plainly $expected"
        [ "$(column_of work calls run.instr)" = 100 ] || fail "$compiler $form: calls of work"
        (ulimit -c 0; exec ./measured noexcept) 2>said && status=0 || status=$?
        [ $status = 134 ] || fail "$compiler $form: noexcept: ends with $status: $(cat said)"
    done
done
