# Row D3 of the list in README.md: whose text gives the messages, and what our own pragmas do to them.
. "$(dirname "$0")/lib.sh"

mkdir -p src
cat >src/ours.h <<'C'
static inline int inner(int n)
{
#pragma instr region("inner")
    { n += 1; }
    return n;
}
#define REGION(name) _Pragma("instr region(" #name ")")
#define QUIET_LOOP _Pragma("instr iterate(\"turns\")")
C
cat >src/ours.c <<'C'
#include "ours.h"
#pragma instr skip
int skipped(int n) { return n; }
int f(int n)
{
#pragma instr region("outer")
    { n = inner(n); }
    _Pragma("instr region(\"written\")") { n *= 2; }
    QUIET_LOOP
    for (int i = 0; i < 3; i++)
        n += i;
    return n;
}
C
sed 's/int skipped/int unused_too(int n) { int lost; return n; }\nint skipped/' src/ours.c >src/warns.c
# the same with a pragma that nobody knows
sed 's/^int f/#pragma not_for_us whatever\nint f/' src/ours.c >src/others.c
cat >src/fall.c <<'C'
#include "ours.h"
#pragma not_for_us
int fall(int n)
{
    switch (n) {
    case 1:
#pragma instr region("one")
        { n++; }
        /* fall through */
    case 2:
        n = inner(n);
    }
    return n;
}
C
printf 'int quiet(int n) { return n; }\n' >src/quiet.c
cat >src/hides.c <<'C'
#include <stdlib.h>
static void drop(void *p) { free(p); }
int after(char *s) { drop(s); return *s; }
C

for REAL in $(test_compilers); do
    CC="$INSTR $REAL"
    for optimise in -O0 -O2; do
        for exact in "" 1; do
            for flags in "-Wall -Werror" "-Wextra -pedantic-errors -Wunknown-pragmas -Werror=unknown-pragmas -MD"; do
                is "D3 $REAL $optimise $flags, exact '$exact'" \
                    "$(cd src && INSTR_EXACT_MESSAGES=$exact status $CC $optimise $flags -c ours.c -o ours.o 2>../err)" 0
                is "D3 $REAL $optimise $flags, exact '$exact': messages" "$(cat err)" ""
                instrumented "D3 $REAL" src/ours.o
                is "D3 $REAL regions" "$(strings -a src/ours.o | grep -cx 'outer\|written\|turns')" 3
            done
            # there are messages, but not of ours
            (cd src && INSTR_EXACT_MESSAGES=$exact status $CC $optimise -Wall -c warns.c -o w.o) >status 2>err
            is "D3 $REAL warns" "$(cat status)" 0
            has "D3 $REAL warns" err lost
            has_not "D3 $REAL warns" err pragma
            # neither are there where several sources are compiled at once, or the command links
            (cd src && INSTR_EXACT_MESSAGES=$exact status $CC $optimise -Wall -c warns.c ours.c quiet.c) >status 2>err
            is "D3 $REAL several" "$(cat status)" 0
            has "D3 $REAL several" err lost
            has_not "D3 $REAL several" err pragma
            instrumented "D3 $REAL several" src/ours.o src/quiet.o
            # a pragma that is not ours, and that nobody knows, is told of as ever
            is "D3 $REAL others" "$(cd src && INSTR_EXACT_MESSAGES=$exact status $CC $optimise -Wall -Werror -c others.c -o o.o 2>../err)" 1
            has "D3 $REAL others" err unknown-pragmas
            has_not "D3 $REAL others" err 'pragma instr'
            [ ! -e src/o.o ] || fail "D3 $REAL others: an object"
            (cd src && INSTR_EXACT_MESSAGES=$exact status $CC $optimise -Wall -c others.c -o o.o) >status 2>err
            is "D3 $REAL others" "$(cat status)" 0
            instrumented "D3 $REAL others" src/o.o
            is "D3 $REAL others" "$(grep -c 'unknown-pragmas\]' err)" 1
            has "D3 $REAL others" err others.c:4
            rm src/o.o
            # and comments say what they said
            is "D3 $REAL comments" "$(cd src && INSTR_EXACT_MESSAGES=$exact status $CC $optimise -Wall -Wextra -c fall.c 2>../err)" 0
            [ $REAL = clang ] || has_not "D3 $REAL comments" err fallthrough
            has "D3 $REAL comments" err unknown-pragmas
        done
    done

    # the original is compiled where the edited text printed something, or where it was asked for
    for flags in "-O2 -Wall" "-O3 -Wall -Wextra" "-O2"; do
        for exact in 0 "" 1 always; do
            rm -f log
            INSTR_EXACT_MESSAGES=$exact INSTR_LOG=$PLACE/log "$INSTR" $REAL $flags -c src/quiet.c -o q.o
            case $exact in
            1 | always) has_not "D3 $REAL $flags '$exact'" log '"diagnose":0' ;;
            *) has "D3 $REAL $flags '$exact'" log '"diagnose":0' ;;
            esac
        done
    done
    [ $REAL = clang ] && continue
    "$INSTR" --instr-exact-messages $REAL -O2 -Wall -c src/hides.c -o h.o 2>err
    has "D3 $REAL asked" err use-after-free
    instrumented "D3 $REAL asked" h.o
    rm -f log
    INSTR_LOG=$PLACE/log "$INSTR" $REAL -O2 -fanalyzer -c src/hides.c -o h.o 2>err
    has "D3 $REAL -fanalyzer asks" err use-after-free
done

# What a compiler asks of the source's layout, macros and comments, it finds no more in a flat text.
mkdir -p says
printf 'int g(void);\nint f(int a)\n{\n\tif (a < 10)\n\t\tg();\n\t\tg();\n\treturn 0;\n}\n' >says/indent.c
# tabs and blanks; the compiler counts columns of the screen
printf 'int g(void);\nint f(int a)\n{\n        for (; a < 10; a++)\n\t    g();\n            g();\n\treturn 0;\n}\n' >says/tabs.c
printf 'int g(void);\nint f(int a)\n{\n\tif (a) {\n\t\tg();\n\t} else if (a > 1)\n\t\tg();\n\telse\n\t\tg();\n\t\tdo\n\t\t\tg();\n\t\twhile (a--);\n\treturn 0;\n}\n' >says/chain.c
printf 'int t, a, b;\n#define SWAP(x, y) t = x; x = y; y = t\nvoid f(int c) { if (c) SWAP(a, b); }\n' >says/macro.c
printf 'int g(int);\nint f(int a)\n{\n\tif (a);\n\t\tg(1);\n\tfor (; g(a); a++);\n\t{\n\t\tg(2);\n\t}\n\treturn 0;\n}\n' >says/empty.c
printf '#include <stddef.h>\nint h(int);\nint f(void) { return h(NULL); }\nint k(void) { int x = NULL; return x; }\n' >says/null.c
printf '#include <alloca.h>\nint g(char *);\nint f(int n) { char *p = (char *)alloca(n); return g(p); }\n' >says/alloca.c
printf '/// \\param q no such parameter\nint doc(int p) { return p; }\n' >says/doc.c
cat >says/fall.c <<'C'
int g(int);
int f(int n)
{
    switch (n) {
    case 0:
        n++;
        /* something
           fall through */
    case 1:
        n++; // falls through
    again:
    case 2:
        n++;
        /* FALLTHRU */
#if 1
    case 3:
#endif
        n++;
        /* not so */
    default:
        return g(n);
    }
}
C
# and in these there is nothing to say
mkdir -p quiet
cat >quiet/fall.c <<'C'
int g(int);
int f(int n)
{
    switch (n) {
    case 0:
        n++;
        /* fall through */
    case 1:
        n++; // falls through
        // because of "x"
    default:
        return g(n);
    }
}
C
cat >quiet/layout.c <<'C'
int g(int);
int f(int n)
{
    if (n)
        g(1);
    else if (n > 2)
        g(2);
    else
        g(3);
    for (int i = 0; i < n; i++)
        if (g(i)) g(4);
    do
        g(5);
    while (n--);
    switch (n) case 0: g(6);
    while (n > 0) { n--; }
again:
    if (n++ < 3)
        goto again;
    { if (n) return 1; }
    return (n ? g(7) : 0);
}
C
for REAL in $(test_compilers); do
    for language in c c++; do
        for file in says/*.c quiet/*.c; do
            for flags in "" "-Wall -Wextra -Werror" "-O2 -Wall -Walloca -Wdocumentation -Wimplicit-fallthrough=1"; do
                case "$language $flags" in 'c++ '|*'c++ -O2'*) continue ;; esac
                row="D3 $REAL -x $language $flags $file"
                $REAL -x $language $flags -c $file -o p.o 2>p && p=0 || p=$?
                rm -f log
                INSTR_LOG=$PLACE/log "$INSTR" $REAL -x $language $flags -c $file -o i.o 2>i && i=0 || i=$?
                is "$row: status" $i $p
                same "$row" p i
                case $file in quiet/*) [ $REAL = clang ] || [ -s p ] || has "$row" log '"diagnose":0' ;; esac
            done
        done
    done
    # the same of a pipe, and of several sources at once, also in the second one
    (cd says && $REAL -Wall -c empty.c doc.c indent.c && $REAL -Wall -x c -c - -o doc.o <indent.c) 2>p
    (cd says && "$INSTR" $REAL -Wall -c empty.c doc.c indent.c && "$INSTR" $REAL -Wall -x c -c - -o doc.o <indent.c) 2>i
    has "D3 $REAL" p misleading-indentation
    same "D3 $REAL several and a pipe" p i
    rm says/*.o
done

# gcc notes that it gives up columns behind a long line: also where the edited text has none
for pad in 'a += 1;' '       '; do
    awk -v pad="$pad" 'BEGIN { printf "int f(int a)\n{\n"; for (i = 0; i < 700; i++) printf "%s", pad
        print "if (a) a++;\n    a += 2;\n    return a;\n}" }' >src/long.c
    gcc -Wall -c src/long.c -o l.o 2>p || :
    "$INSTR" gcc -Wall -c src/long.c -o l.o 2>i || :
    has "D3 long lines" p flarge-source-files
    same "D3 long lines" p i
done
instrumented "D3 long lines" l.o

# gcc follows a variable that has no value to where it is read, and no probe on the way may be taken for what sets it
case " ${TEST_COMPILERS:-gcc} " in *" gcc "*) ;; *) finish ;; esac
mkdir -p unset
cat >unset/passed.c <<'C'
int put(const int *value);
int store(void)
{
    int x;
    return put(&x);
}
C
cat >unset/array.c <<'C'
int convert(const char *from, char **to, const char *limit);
int find(const char *name)
{
    char text[128];
    char *end = text;
    convert(name, &end, text + 127);
    return end == text;
}
C
cat >unset/inlined.c <<'C'
int put(const int *value);
static inline int twice(int n) { return 2 * n; }
static inline int asked(int n)
{
    if (n > 3)
        return put(&n);
    return twice(n);
}
int sum(int n)
{
    int x[4], all = 0;
    for (int i = 0; i < n; i++)
        all += twice(i);
    all += x[1];
    return all + put(x) + asked(n);
}
C
cat >unset/pushed.cc <<'C'
#include <vector>
struct Buffer { long words[20]; };
std::vector<Buffer> all;
void grow()
{
    Buffer b;
    all.push_back(b);
}
C
for flags in -O0 -O1 -O2 "-O2 -fPIC" -O3; do
    for file in unset/*; do
        case $file in *.cc) REAL=g++ ;; *) REAL=gcc ;; esac
        $REAL $flags -Wall -c $file -o p.o 2>p
        "$INSTR" $REAL $flags -Wall -c $file -o i.o 2>i
        [ "$flags $file" = "-O0 unset/inlined.c" ] || has "D3 $flags $file" p uninitialized
        same "D3 $flags $file" p i
        instrumented "D3 $flags $file" i.o
    done
done
finish
