# Row B17 of the list in README.md: a C++ compiler behind us. Its C is measured, and it is said what is not.
. "$(dirname "$0")/lib.sh"
mkdir -p src
printf '#ifdef __cplusplus\nextern "C"\n#endif\nint part(int n);\nint part(int n) { return n * 2; }\n' >src/part.c
cat >src/main.cc <<'C'
#include <iostream>
extern "C" int part(int);
int main() { std::cout << part(21) << std::endl; return 0; }
C
cp src/main.cc src/main.c

measured() {
    rm -f p.instr
    is "B17 $REAL $1 runs" "$(INSTR_OUTPUT=p.instr ./src/p)" 42
    [ -e p.instr ] || { fail "B17 $REAL $1: no profile"; return; }
    "$BIN/instr-report" flat --csv p.instr >flat.csv
    has "B17 $REAL $1" flat.csv part
}

for REAL in g++ clang++; do
    command -v $REAL >/dev/null || continue
    c=gcc
    [ $REAL = g++ ] || c=clang
    I="$INSTR $REAL"
    for static in "" -static; do
        (cd src && rm -f p *.o && "$INSTR" $c -c part.c && $I $static -o p main.cc part.o) 2>err
        is "B17 $REAL says once" "$(cat err)" "instr-cc: note: main.cc is not measured: only what is compiled as C is [language]"
        measured "C object, $static"
        (cd src && rm -f p && $I -c main.cc) 2>err
        is "B17 $REAL says nothing of an object" "$(cat err)" ""
        (cd src && $I $static -o p main.o part.o) 2>err
        is "B17 $REAL says once" "$(cat err)" "instr-cc: note: main.o is not measured: only what is compiled as C is [language]"
        measured "objects, $static"
        (cd src && rm -f p && $I $static -O2 main.cc -x c part.c -o p) 2>err
        is "B17 $REAL says once" "$(grep -c note err)" 1
        measured "-x c, $static"
    done
    # .c is C++ to it
    (cd src && rm -f p && $I -o p main.c part.c) 2>err
    [ $REAL = g++ ] || sed -i '/deprecated/d' err
    is "B17 $REAL .c" "$(cat err)" "instr-cc: note: main.c and 1 more are not measured: only what is compiled as C is [language]"
    is "B17 $REAL .c runs" "$(cd src && ./p)" 42
    # nothing of C++ is in it, or it is none of our business
    (cd src && "$INSTR" $c -c part.c && echo 'int part(int); int main(void) { return part(1) != 2; }' >only.c &&
        "$INSTR" $c -c only.c && $I -o p only.o part.o) 2>err
    is "B17 $REAL only C" "$(cat err)" ""
    (cd src && cp main.cc conftest.cc && $I -o p conftest.cc part.o && $I --instr-off -o p main.cc part.o &&
        $I -fsyntax-only main.cc && $I -shared -fPIC -o p.so part.o) 2>err
    is "B17 $REAL nothing to say" "$(cat err)" ""
done
finish
