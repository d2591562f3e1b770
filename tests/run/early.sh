# early.sh SOURCE - probes that are passed before constructors run: the program does what it does plainly, is measured from
# then on, and by the settings of its environment; and those behind all other destructors.

# early COMPILER FLAGS...
early() {
    compiler=$1
    shift
    # Where the compiler has no ifunc or no static form, there is nothing to try.
    "$compiler" "$@" -o plain "$source" 2>/dev/null && ./plain >plain.out 2>&1 || return 0
    instr-cc "$compiler" "$@" -o program "$source"
    for now in "" 1; do
        rm -f -- *.instr
        LD_BIND_NOW=$now INSTR_OUTPUT=named.instr ./program >program.out 2>&1 && status=0 || status=$?
        [ $status = 0 ] || fail "$compiler $*: ends with $status"
        diff plain.out program.out || fail "$compiler $*: prints something else"
        [ "$(ls -- *.instr)" = named.instr ] || fail "$compiler $*: profiles $(ls -- *.instr)"
        found=$(instr-report flat --csv named.instr |
            awk -F, '$1 == "main" || $1 == "fast" || $1 == "constructed" { print $1, $5 }' | sort | tr '\n' ' ')
        [ "$found" = "constructed 1 fast 5 main 1 " ] || fail "$compiler $*: calls $found"
        instr-report coverage --csv named.instr >coverage
        [ "$(grep -c '^\(pick\|supports\),.*,early,' coverage)" = 2 ] || fail "$compiler $*: $(cat coverage)"
    done
    tried="$tried."
}

source=$1 tried=
for compiler in $(test_compilers); do
    for link in "" -no-pie "-fPIE -pie" -static -static-pie "-Wl,-z,now" "-Wl,-z,lazy"; do
        for what in "" -DPREINIT; do
            is_asked "$link$what" "" -no-pie -static -static-pie-DPREINIT || continue
            early $compiler -O1 $link $what
        done
    done
done
least=8
is_asked all || least=3
[ ${#tried} -ge $least ] || fail "only ${#tried} forms could be tried"
[ "$compiler" = gcc ] || exit 0

# What a resolver calls is in another unit: all its calls are counted.
cat >resolver.c <<'EOF'
#include <stdio.h>
int level(int x);
int framed(int x);
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*choose(void))(void) { return level(3) > 3 && framed(1) ? two : one; }
int pick(void) __attribute__((ifunc("choose")));
int main(void) { printf("%d %d\n", pick(), level(1) + framed(0)); return 0; }
EOF
cat >level.c <<'EOF'
int level(int x) { return x + 1; }
__attribute__((noinline)) int framed(int x) { return x; }
EOF
for link in "" -static -static-pie "-fno-pie -no-pie -static"; do
    for level in -O0 -O2; do
        is_asked "$level$link" -O2 -O0-static-pie || continue
        instr-cc gcc $level $link -o program resolver.c level.c
        rm -f -- *.instr
        [ "$(./program)" = "2 2" ] || fail "a resolver calls another unit, gcc $level $link"
        [ "$(column_of level calls)" = 2 ] || fail "gcc $level $link: level: $(instr-report flat)"
        [ "$(column_of framed calls)" = 2 ] || fail "gcc $level $link: framed: $(instr-report flat)"
    done
done

# The resolver is in a shared object.
gcc -O1 -fPIC -shared -Dmain=run -o libplain.so "$source"
instr-cc gcc -O1 -fPIC -shared -Dmain=run -o libearly.so "$source"
echo 'int run(void); int main(void) { return run(); }' >main.c
instr-cc gcc -O1 -o program main.c ./libearly.so
for now in "" 1; do
    rm -f -- *.instr
    LD_BIND_NOW=$now INSTR_OUTPUT=named.instr ./program >program.out || fail "in a shared object: ends with $?"
    [ "$(instr-report flat --csv named.instr | awk -F, '$1 == "fast" { print $5 }')" = 5 ] || fail "in a shared object"
done

# Destructors of each priority, in two units.
cat >last.h <<'EOF'
static void note(void) { }
__attribute__((destructor)) static void plain(void) { note(); }
__attribute__((destructor(65000))) static void early(void) { note(); }
__attribute__((destructor(102))) static void late(void) { note(); }
__attribute__((destructor(101))) static void last(void) { note(); }
EOF
echo '#include "last.h"' >other.c
echo '#include "last.h"
int main(void) { note(); return 0; }' >main.c
for compiler in gcc clang; do
    command -v $compiler >which || continue
    rm -f -- *.instr
    instr-cc $compiler -O1 -o program main.c other.c
    INSTR_OUTPUT=named.instr ./program || fail "$compiler: with destructors: ends with $?"
    [ "$(column_of note calls named.instr)" = 9 ] ||
        fail "$compiler: $(column_of note calls named.instr) calls in destructors, not 9"
done
