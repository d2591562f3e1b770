# Rows C1, C2, B13 and A6 of the list in README.md: other targets than the machine's own, link-time optimisation by each
# compiler, and meson.
. "$(dirname "$0")/lib.sh"

mkdir -p src
cat >src/main.c <<'C'
#include <stdio.h>
int twice(int);
int main(void) { printf("%d %d\n", twice(21), (int)sizeof(void *)); return 3; }
C
printf 'static int same(int x) { return 2 * x; }\nint twice(int x) { return same(x); }\n' >src/twice.c

# builds ROW COMMAND: the plain compiler can do it; then so can we, and the program does the same.
builds() {
    (cd src && CC="$REAL" && export CC && eval "$2") >try.log 2>&1 || { echo "left out: $1: $2"; return 1; }
    (cd src && rm -rf p *.o b)
    both "$1 $REAL" "$2; ./p; echo status \$?"
    has "$1 $REAL ($2)" instr.out "status 3"
    instrumented "$1 $REAL" instr/p
}
# timed ROW: the run wrote a profile with the calls.
timed() {
    instr-report flat --csv instr/*.instr >flat.csv || { fail "$1 $REAL: no profile"; return; }
    has "$1 $REAL" flat.csv main,main.c
    has "$1 $REAL" flat.csv twice,twice.c
}

echo 'int main(void) { return 0; }' >short.c
runs_32_bit() { gcc -m32 short.c -o short 2>/dev/null && ./short; } # a kernel may run none

for REAL in $(test_compilers); do
    # No runtime of that size is there: the program runs as if it were not instrumented, and the report says so.
    for flags in -O0 -O2 '-O2 -static' '-O1 -fPIC -pie'; do
        [ "${CHECKER:-}" != valgrind ] || break # its other size may not be there
        runs_32_bit || { echo "left out: -m32"; break; }
        builds "C2 -m32" "\$CC -m32 $flags main.c twice.c -o p" || continue
        is "C2 -m32 $flags $REAL: profiles" "$(find instr -name '*.instr' ! -name 'instr-*')" ""
        instr-report coverage instr/p >coverage.txt
        has "C2 -m32 $flags $REAL: coverage" coverage.txt "another pointer size than the runtime"
        instr-report coverage --csv instr/p >coverage.csv
        is "C2 -m32 $flags $REAL: coverage" "$(grep -c '\(main\|twice\|same\),.*never-called' coverage.csv)" 3
    done
    for target in aarch64 riscv64 s390x powerpc64le; do
        ! "$REAL" --target=$target-linux-gnu -c src/twice.c -o try.o 2>/dev/null ||
            both "B13 $target $REAL" "\$CC --target=$target-linux-gnu -c twice.c && \$CC --target=$target-linux-gnu -O2 -c twice.c"
    done
    builds "B13 --sysroot" '$CC --sysroot=/ -O2 main.c twice.c -o p' && timed "B13 --sysroot"
    builds "B13 --sysroot, separately" '$CC --sysroot=/ -g -c main.c twice.c && $CC --sysroot=/ main.o twice.o -o p' &&
        timed "B13 --sysroot"
    for linker in bfd gold lld; do
        for kind in -flto -flto=thin -flto=auto; do
            ! builds "B13 $kind" "\$CC -O2 $kind -fuse-ld=$linker main.c twice.c -o p" || timed "B13 $kind $linker"
            ! builds "B13 $kind" "\$CC -O2 $kind -c main.c twice.c && \$CC -O2 $kind -fuse-ld=$linker main.o twice.o -o p" ||
                timed "B13 $kind $linker"
        done
    done
done

# A6 C1 meson
command -v meson >/dev/null && command -v ninja >/dev/null || finish
cat >src/meson.build <<'M'
project('app', 'c', default_options: ['warning_level=2', 'buildtype=debugoptimized'])
cc = meson.get_compiler('c')
summary({'id': cc.get_id(), 'printf': cc.has_function('printf'), 'none': cc.has_function('no_such_function'),
         'int': cc.sizeof('int'), 'flag': cc.has_argument('-Wextra'), 'no flag': cc.has_argument('-Wno-such-flag-at-all')})
part = static_library('part', 'twice.c')
executable('p', 'main.c', link_with: part)
M
REAL=gcc
for how in plain instr; do
    rm -rf $how
    cp -r src $how
    CC=gcc
    [ $how = plain ] || CC="$INSTR gcc"
    (cd $how && CC=$CC INSTR_LOG=$PLACE/meson.log meson setup b && INSTR_LOG=$PLACE/meson.log ninja -C b && b/p) \
        >$how.out 2>$how.err </dev/null && s=0 || s=$?
    is "A6 meson: the $how build" $s 3
    sed -n '/User defined\|^  *app/,$d; /^    [a-z]/p' $how.out >$how.facts
done
[ -s plain.facts ] || fail "A6 meson: no answers"
same "A6 meson's answers" plain.facts instr.facts
instrumented "A6 meson" instr/b/p
instr-report flat --csv instr/*.instr >flat.csv || fail "A6 meson: no profile"
has "A6 meson" flat.csv 'twice,../twice.c'
! grep '"action":"compile"' meson.log | grep -q 'sanitycheckc\|testfile' || fail "C1: a probe of meson was instrumented"
finish
