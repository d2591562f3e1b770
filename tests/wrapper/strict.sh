# --instr-strict: an error wherever an object is made that should be measured and is not, and nowhere else.
. "$(dirname "$0")/lib.sh"
cat >x.c <<'C'
int f(void) { return 1; }
int main(void) { return f() - 1; }
C

# refused WORD COMMAND...: plainly there is an object; in strict mode there is none, and the line ends with the reason. Nobody else hears
# of it.
refused() {
    word=$1
    shift
    rm -f x.o
    "$@" -c x.c -o x.o >/dev/null 2>&1 || return 0 # this compiler can't
    rm -f x.o
    "$INSTR" "$@" -c x.c -o x.o >/dev/null 2>err || fail "$*: status"
    ! grep instr-cc err || fail "$*: it is told without --instr-strict"
    rm -f x.o
    is "$*" "$(status "$INSTR" --instr-strict "$@" -c x.c -o x.o 2>err)" 71
    has "$*" err "error: x.c: not instrumented [$word]"
    [ ! -e x.o ] || fail "$*: an object"
}

# alike WORDS...: nothing is to be measured, so all is as plainly.
alike() {
    rm -f x.o
    plain=$(status "$@" >plain.out 2>plain.err)
    rm -f x.o
    is "$*" "$(status "$INSTR" --instr-strict "$@" >out 2>err)" "$plain"
    cmp -s plain.err err || fail "$*: $(cat err)"
}

for REAL in ${TEST_COMPILERS:-gcc}; do
    for words in "verbose -v" "dump -dA" "wrapper -wrapper env" "already-preprocessed -fpreprocessed" "other-output -aux-info x.aux" \
        "modules -fmodules" "split-stack -fsplit-stack" "freestanding -ffreestanding" "mabi-ms -mabi=ms" "atomics-are-calls -fno-inline-atomics"; do
        case $REAL$words in gcc*-fmodules) continue ;; esac # by hooks
        refused "${words%% *}" $REAL ${words#* }
    done
    for words in -E -M "-MM -MF x.d" "-dM -E" -fsyntax-only "-fmodules -fsyntax-only" "--version" "-v"; do
        case $words in -*v*) source= ;; *) source=x.c ;; esac
        alike $REAL $words $source
    done
    # What was asked for.
    "$INSTR" --instr-strict --instr-off $REAL -c x.c -o x.o || fail "$REAL --instr-off"
    "$INSTR" --instr-strict --instr-level=0 $REAL -c x.c -o x.o || fail "$REAL --instr-level=0"
    "$INSTR" --instr-strict $REAL -c x.c -o x.o || fail "$REAL"
    instrumented "$REAL" x.o
    is "$REAL: a link" "$(status "$INSTR" --instr-strict $REAL -v x.o -o x 2>/dev/null)" 0
    case $REAL in
    *clang*)
        for action in -ast-dump -ast-print -ast-list -emit-llvm-only -emit-html -fsyntax-only -dump-tokens -rewrite-macros -init-only; do
            alike $REAL -Xclang $action -c x.c -o x.o
            # Addresses in a dump are others each time.
            sed 's/0x[0-9a-f]*//g' plain.out >1 && sed 's/0x[0-9a-f]*//g' out | cmp -s 1 - || fail "$REAL $action: another output"
        done
        alike $REAL -emit-ast -c x.c -o x.ast
        ;;
    esac
done
finish
