# Rows B of the list in README.md: what real compilers make of a command, plainly and through us. What only asks for the right plan
# stands in commands.cases.
. "$(dirname "$0")/lib.sh"

mkdir -p src/sub src/out src/inc
cat >src/a.c <<'C'
#include <stdio.h>
#include "value.h"
int b(int);
int main(void) { printf("%d\n", b(VALUE) + __COUNTER__ + __LINE__); return 0; }
C
cat >src/sub/b.c <<'C'
#include <assert.h>
#include "../inc/value.h"
int b(int x) { assert(x > 0); return x + VALUE; }
C
cp src/sub/b.c src/b.c
sed -i 's,\.\./inc,inc,' src/b.c
echo '#define VALUE 20' >src/inc/value.h
# -g3 leaves the macro in the text, where it must not be obeyed once more
printf '#define add(x) add(x) {\nint add(int x) return x + 1; }\n#undef add\nint two(int x) { return add(x); }\n' >src/self.c
printf 'int w(int x) { int unused; if (x) return 1; }\n' >src/warn.c
printf 'int e(void) { return 1 }\n' >src/error.c
# gcc warns of it where it inlines the function, which a probe prevents
cat >src/optimised.c <<'END'
void told(void) __attribute__((__warning__("called with a constant")));
static int pick(int n) { if (__builtin_constant_p(n)) told(); return n * 3; }
int one(void) { return pick(5) + pick(9); }
int two(int n) { return pick(n) + pick(n + 1) + pick(n + 2); }
END
# and of these only where a probe does not stand between: what is inlined, and what a function is said to do
cat >src/inlined.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *fill(char *to, const char *from, int count) { return memcpy(to, from, (size_t)count); }
static int *first(void) { int one = 1; int *p = &one; return p; }
static void drop(void *p) { free(p); }
int twelve(char *s) { char d[8]; return puts(fill(d, s, 12)); }
int dangling(void) { return *first(); }
int after(char *s) { drop(s); return *s; }
int pure(int x) { return x * x + 1; }
int leak(int n) { char *s = malloc(8); if (!n) return 0; s[0] = 1; return s[0]; }
int frame(int n) { char s[300]; memset(s, n, sizeof s); return s[n & 255]; }
END
# and of this one where it knows the length behind the branch, between which and the copy a probe stands at level 3
cat >src/branch.c <<'END'
#include <stdio.h>
#include <string.h>
int copy(const char *s)
{
    char d[8];
    if (strlen(s) > 12)
        strcpy(d, s);
    else
        d[0] = 0;
    puts(d);
    return d[0];
}
END
# before C90: a macro's parameter in a string, and tokens that a comment pastes
printf '#define show(x) "x"\n#define glue(a, b) a/**/b\nconst char *old(void) { return show(old); }\nint glue(ol,der)(int n) { return n + 1; }\n' >src/old.c
printf '__attribute__((__target__("arch=haswell"))) int other(int x) { return x + 1; }\n' >src/other.c
# libclang 19 crashes when it is asked for the constructor's name
printf 'class C { C(x[5]);\nC::C(Unknown *) {}\n' >src/crash.cc
# at file scope no bodies of functions, where clang 14 reads a probe for ever
printf '__if_exists(none) { int here; }\n__if_not_exists(none) { int m(void) { return 1; } }\n' >src/exists.c
printf '#warning take care\nint d(void) { return 1; }\n' >src/hash.c
printf 'int s(int x) {\n    switch (x) {\n    case 1:\n        x++;\n        /* fall through */\n    case 2:\n        x++;\n    }\n    return x;\n}\n' >src/fall.c
printf 'extern "C" int cxx(void) { return 1; }\n' >src/c.cc
printf '.globl asm_f\nasm_f:\n    ret\n.section .note.GNU-stack,"",@progbits\n' >src/d.s
printf '#include "inc/value.h"\n.globl asm_g\nasm_g:\n    ret\n.section .note.GNU-stack,"",@progbits\n' >src/e.S
printf -- '-O2 -I inc @inner\n' >src/args
printf -- "-DTEXT='\"a b\"' -g\n" >src/inner
# more than the system takes on a command line
awk 'BEGIN { for (n = 0; n < 480; n++) text = text "a"; for (i = 0; i < 5000; i++) printf "-D%s%d=\"%s %d\" -fno-builtin-%s%d\n", "A_LONG_NAME_", i, text, i, "a_long_name_", i }' >src/long
! env true $(cat src/long) 2>/dev/null || fail 'B3: the system takes src/long on a command line'
printf 'int i(void) { return 1; }\n' >src/f.i
printf 'int none(void) { return 1; }' >src/nosuffix
# warnings of the preprocessor that a pragma silences, and with what the assembler looks for
printf '#pragma GCC diagnostic ignored "-Wcpp"\n#pragma GCC diagnostic ignored "-Wundef"\n#pragma GCC diagnostic ignored "-Wdate-time"\n#warning old\n#if HAS_IT > 2\n#endif\nconst char *day(void) { return __DATE__; }\n' >src/silent.c
sed 's/ignored/ignored "-Wvla"\n&/; 2,4d' src/silent.c >src/loud.c
printf 'int blob(void) { return 1; }\nasm(".data\\n.incbin \\"blob.bin\\"\\n.include \\"value.s\\"\\n.text");\n' >src/incbin.c
printf 'const char *named(void) { return ".incbin"; }\n' >src/named.c
printf 'bytes' >src/inc/blob.bin
printf '.byte 1\n' >src/inc/value.s
mkdir -p "src/with blank"
cp src/sub/b.c "src/with blank/b b.c"

for REAL in $(test_compilers); do
    run() { both "$1 $REAL" "$2"; }

    run B1 '$CC -Werror -Wno-error -Wall -c warn.c'
    run B2 '$CC -c a.c -Iinc -imacros inc/value.h --param'
    run B2 '$CC -Iinc a.c b.c -Xlinker -Map -Xlinker map.c -u main -z now -L sub -l m -e _start -o p && ./p'
    run B3 '$CC @args -c a.c'
    instrumented "B3 $REAL" instr/a.o
    # gcc itself can't run its parts with so much
    if [ $REAL = clang ]; then
        run B3 '$CC @long -MD -Iinc -Wall -c warn.c && $CC -O2 @long -Iinc -c a.c -o a.o && $CC @long -Wl,-z,now -Iinc a.c b.c -o p && ./p'
        instrumented "B3 $REAL" instr/a.o instr/warn.o instr/p
    fi
    run B4 '$CC -x c -c - <b.c'
    instrumented "B4 $REAL" instr/-.o
    run B4 '$CC -x c -c - -o std.o -Wall <warn.c'
    instrumented "B4 $REAL" instr/std.o
    # a source, or what it includes, that can be read once only
    caret=-fno-diagnostics-show-caret # plain gcc can't read the line once more
    [ $REAL != clang ] || caret=
    run B4 'cat warn.c | $CC $caret -Wall -Werror -c -x c /dev/stdin -o in.o; cat warn.c | $CC $caret -Wall -c -x c /dev/stdin -o in.o'
    instrumented "B4 $REAL" instr/in.o
    run B4 'echo "#define unused used" | { $CC $caret -Wall -include /dev/fd/5 -c warn.c; } 5<&0'
    instrumented "B4 $REAL" instr/warn.o
    run B5 '$CC -c -x c nosuffix -x none c.cc d.s e.S f.i'
    instrumented "B5 $REAL" instr/nosuffix.o instr/f.o instr/c.o
    run B5 '$CC -Wall a.c b.c c.cc -DA -Iinc -o p && ./p'
    instrumented "B5 $REAL" instr/p
    run B5 '$CC inc/value.h -o value.h.gch'
    run B6 '$CC -S -Iinc a.c'
    has "B6 $REAL" instr/a.s instr_regions
    run B6 '$CC -S -c b.c'
    run B7 '$CC -Wall -c warn.c -o /dev/null; ls -l /dev/null | cut -c1'
    run B7 '$CC -c b.c -o out 2>/dev/null'
    run B7 '$CC -c b.c -o none/x.o 2>/dev/null'
    run B8 'cd out && $CC -c ../sub/b.c'
    run B9 '$CC -Iinc -c a.c sub/b.c warn.c'
    run B9 'mkdir other; cp warn.c other/b.c; $CC -Iinc a.c other/b.c sub/b.c -o p && ./p'
    instrumented "B9 $REAL" instr/p
    is "B9 $REAL" "$(instr-report coverage --csv instr/p | grep -c 'b[.]c,.*never-called')" 2
    run B9 '$CC -Wall -c b.c warn.c fall.c'
    instrumented "B9 $REAL" instr/b.o instr/warn.o instr/fall.o
    run B9 'cp warn.c "with blank/b.c"; $CC -Iinc a.c "with blank/b b.c" "with blank/b.c" -o p && ./p'
    instrumented "B9 $REAL" instr/p
    run B10 '$CC -Iinc a.c b.c -lm -Wall warn.c && ./a.out'
    instrumented "B10 $REAL" instr/a.out
    run B10 '$CC -Iinc a.c -o p 2>/dev/null'
    run B10 '$CC -Iinc -c a.c b.c && $CC a.o b.o -o p && ./p'
    run B11 '$CC -Wp,-MMD,.a.o.d -MD -MF z.d -Iinc -c a.c -o a.o'
    run B11 '$CC -Wp,-MD,w.d -Wall -c warn.c'
    run B11 '$CC -Wp,-MD,w.d,-MT,foo.o -Iinc -c a.c -o a.o; $CC -Wp,-MMD,x.d,-MP -c b.c 2>&1; $CC -MD -Wp,-MD,y.d -c sub/b.c'
    run B12 '$CC -MMD -MP -Iinc -c a.c -o out/x.o'
    run B12 '$CC -MD -MF q.d -MT a -MQ "b\$c" -Iinc -c a.c'
    run B12 '$CC -MD -MP -Wall -c warn.c sub/b.c'
    run B12 '$CC -MD -Iinc a.c b.c -o prog.exe'
    run B12 '$CC -MD -c sub/b.c -o out/b'
    run B12 '$CC -MD -Iinc -c error.c'
    run B13 '$CC -Iinc -iquote inc -isystem inc -idirafter inc -D_GNU_SOURCE -UNDEBUG -include inc/value.h -Wp,-D_FORTIFY_SOURCE=2 -O2 -Wall -Wextra -c a.c'
    run B13 '$CC -Iinc -O2 -pthread -march=x86-64-v2 --param ssp-buffer-size=8 -fstack-protector -Wa,--noexecstack -c a.c -Wl,-z,now -L.'
    run B13 '$CC -H -Iinc -c a.c 2>/dev/null'
    run B13 '$CC -g3 -O1 -c self.c'
    instrumented "B13 $REAL" instr/self.o
    is "B13 $REAL -g3" "$(instr-report coverage --csv instr/self.o | grep -c 'never-called')" 2
    run B13 '$CC -Iinc -c incbin.c -o incbin.o && $CC -iquote none -I inc -S incbin.c'
    instrumented "B13 $REAL .incbin" instr/incbin.o
    [ $REAL = clang ] || run B13 '$CC -flto -Iinc -c b.c && $CC -flto -Iinc -c named.c && $CC -flto -shared b.o named.o -o p.so'
    run B14 '$CC --coverage -Iinc -c a.c sub/b.c && $CC --coverage a.o b.o -o p && ./p'
    run B14 '$CC --coverage -Iinc -c a.c -o out/a.o'
    run B14 '$CC --coverage -Iinc a.c sub/b.c -o p && ./p'
    run B14 '$CC -g -gsplit-dwarf -c sub/b.c -o out/x.o && $CC -g -gsplit-dwarf -c b.c'
    run B14 '$CC -fstack-usage -c sub/b.c b.c 2>/dev/null'
    run B15 '$CC -save-temps -c b.c && $CC -save-temps=obj -c b.c -o out/b.o'
    instrumented "B15 $REAL -save-temps" instr/b.o instr/out/b.o
    is "B15 $REAL -save-temps" "$(cat instr/b.s instr/b.i instr/out/b.s | grep -c __instr)" 0
    run B15 '$CC -save-temps -Wall -c warn.c sub/b.c && $CC -save-temps -Iinc a.c b.c -o p && ./p'
    run B15 '$CC -traditional-cpp -c old.c'
    [ $REAL = clang ] || instrumented "B15 $REAL -traditional-cpp" instr/old.o

    # what the user reads comes from the user's text; of what a probe hides, where it was asked for
    run D3 '$CC -Wall -Wextra -c warn.c hash.c fall.c'
    run D3 '$CC -Wall -Werror -c warn.c'
    run D3 '$CC -Wall -Wextra -Wimplicit-fallthrough -Werror -c fall.c'
    [ $REAL = clang ] || instrumented "D3 $REAL" instr/fall.o
    for strict in "-Werror=cpp -Werror=undef -Werror=date-time" "-Wfatal-errors -Werror -Wp,-Werror"; do
        run D3 "\$CC -Wundef -Wdate-time $strict -c silent.c"
        instrumented "D3 $REAL $strict" instr/silent.o
        run D3 "\$CC -Wundef -Wdate-time $strict -c loud.c"
    done
    run D3 '$CC -c error.c; $CC -c missing.c; $CC -Wall error.c b.c'
    run D3 '$CC -c crash.cc'
    run D3 '$CC -Werror -c hash.c'
    run D3 '$CC -fdiagnostics-color=always -Wall -c warn.c'
    run D3 '$CC -std=c90 -pedantic-errors -Wall -Wextra -c f.i'
    run D3 '$CC -c b.c --no-such-option'
    export INSTR_EXACT_MESSAGES=1
    run D3 'INSTR_BUILD_LEVEL=3 $CC -O2 -Wall -c branch.c'
    instrumented "D3 $REAL" instr/branch.o
    run D3 '$CC -O1 -Wall -c optimised.c b.c'
    run D3 '$CC -O1 -c optimised.c'
    instrumented "D3 $REAL" instr/optimised.o
    [ $REAL = clang ] || has "D3 $REAL" instr.err "called with a constant"
    run D3 '$CC -O2 -Wall -Wextra -g -c inlined.c'
    instrumented "D3 $REAL" instr/inlined.o
    [ $REAL = clang ] || has "D3 $REAL" instr.err "Wuse-after-free"
    run D3 '$CC -O2 -c inlined.c b.c'
    run D3 '$CC -O2 -Wall -Werror -c inlined.c'
    run D3 '$CC -O2 -Wall -c -x c - -o in.o <inlined.c'
    instrumented "D3 $REAL" instr/in.o
    run D3 'unset INSTR_EXACT_MESSAGES; $CC -Wframe-larger-than=280 -c inlined.c'
    [ $REAL = clang ] || run D3 'unset INSTR_EXACT_MESSAGES; $CC -fanalyzer -c inlined.c'
    [ $REAL = clang ] || run D3 '$CC -O2 -Wsuggest-attribute=pure -Wsuggest-attribute=const -c inlined.c'
    [ $REAL = clang ] || has "D3 $REAL" instr.err "Wsuggest-attribute"
    run D3 '$CC -O2 -Wall -w -c inlined.c'
    # what a probe can't be inlined into gets one that is called
    run D3 '$CC -O2 -Wall -c other.c b.c'
    instrumented "D3 $REAL" instr/other.o instr/b.o
    # two compilers at a time keep their files and what they print apart
    run B14 '$CC -O2 --coverage -MD -c sub/b.c -o out/b.o && $CC -O2 --coverage -Iinc a.c out/b.o -o p && ./p'
    instrumented "B14 $REAL" instr/out/b.o
    [ $REAL = clang ] || is "B14 $REAL gcov" "$(cd instr && gcov -n out/b.gcda 2>&1 >/dev/null)" ""
    run B14 '$CC -O2 -g -gsplit-dwarf -fstack-usage -MMD -c sub/b.c -o out/x.o'
    has "B14 $REAL .dwo" instr/out/x.dwo __instr_
    run B14 '$CC -O1 --coverage -Iinc -c a.c b.c && $CC --coverage a.o b.o -o p && ./p && { gcov -n a.gcda b.gcda || llvm-cov gcov -n a.gcda b.gcda; } | grep File'
    unset INSTR_EXACT_MESSAGES
    if [ $REAL = clang ]; then # options whose value is the next word, and their files
        run B2 '$CC -serialize-diagnostics x.dia -gen-cdb-fragment-path cdb -stdlib++-isystem inc -ccc-gcc-name gcc -iframeworkwithsysroot inc -working-directory . -resource-dir="$($REAL -print-resource-dir)" -Xarch_x86_64 -DX -Wall -c warn.c; mv cdb/* cdb/one'
        instrumented "B2 $REAL" instr/warn.o
        run D3 'timeout 60 $CC -fms-extensions -c exists.c'
        instrumented "D3 $REAL" instr/exists.o
        run B13 '$CC -fembed-bitcode -Iinc -c a.c'
        instrumented "B13 $REAL -fembed-bitcode" instr/a.o
    fi
    if [ $REAL = clang ] && command -v llvm-profdata >/dev/null; then # the same, in clang's two ways
        for kind in -fprofile -fprofile-instr; do
            run B14 '$CC -O2 '$kind'-generate -Iinc -w a.c b.c warn.c -o p && LLVM_PROFILE_FILE=p.raw ./p && llvm-profdata merge -o p.data p.raw && $CC -O2 '$kind'-use=p.data -Wall -Iinc -c a.c b.c && $CC -O2 '$kind'-use=p.data -Wall -c warn.c'
            instrumented "B14 $REAL $kind-use" instr/a.o instr/b.o instr/warn.o
        done
    fi
    if [ $REAL = gcc ]; then
        run B14 '$CC --coverage -c branch.c fall.c self.c && gcov -b -n branch.gcno fall.gcno self.gcno | grep -v alls'
        # what the optimiser reads was counted in the edited text, and fits that alone
        for level in 0 2; do
            run B14 '$CC -O'$level' -fprofile-generate -Iinc -c a.c b.c && $CC -fprofile-generate a.o b.o -o p && ./p && INSTR_EXACT_MESSAGES=1 $CC -O'$level' -fprofile-use -Wall -MD -Iinc -c a.c && $CC -O'$level' -fprofile-use -c b.c'
            instrumented "B14 $REAL -fprofile-use -O$level" instr/a.o instr/b.o
        done
        run B14 '$CC -O2 -fcallgraph-info -c sub/b.c -o out/x.o'
        has "B14 $REAL" instr/out/x.ci __instr_
        run B14 '$CC -O2 -dumpdir out/ -fstack-usage -c sub/b.c -o x.o'
        instrumented "B14 $REAL" instr/x.o
        run B15 '$CC -O2 -fdump-tree-optimized -fdump-rtl-expand -Iinc a.c b.c -o p && ./p'
        instrumented "B15 $REAL -fdump" instr/p
        run B15 '$CC -O2 -fdump-tree-optimized=stdout -c sub/b.c -o out/b.o'
        instrumented "B15 $REAL -fdump" instr/out/b.o
        run B14 '$CC -O2 -fopt-info-inline-optall=stdout -c inlined.c'
        run B14 '$CC -O2 -Wa,-adhln=x.lst -c inlined.c'
        instrumented "B14 $REAL" instr/inlined.o
        has "B14 $REAL" instr/x.lst __instr_
    fi
    run B14 'INSTR_EXACT_MESSAGES=1 $CC -O2 -Wall -Werror=return-type -c warn.c -o out/x.o; ls out'
done
# B15 and B5: which of them are left to the compiler, and why
REAL=gcc
cd src
pass() {
    rm -f "$PLACE/log"
    INSTR_LOG=$PLACE/log "$INSTR" gcc $2 >/dev/null 2>&1 || :
    has "$1" "$PLACE/log" "\"reason\":\"$3\""
}
pass B15 '-dA -S b.c' dump
pass B15 '-aux-info x -c b.c' other-output
pass B5 '-c d.s' language
pass B5 'inc/value.h' precompiled-header
pass C1 '-c conftest.c' probe
cd ..
rm -f src/*.o src/b.c.* src/b.[is] src/x src/inc/*.gch
finish
