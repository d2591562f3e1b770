# Row B17 of the list in README.md: a C++ compiler behind us. Its C++ and its C are measured, however they are given to it.
. "$(dirname "$0")/lib.sh"
mkdir -p src
printf '#ifdef __cplusplus\nextern "C"\n#endif\nint part(int n);\nint part(int n) { return n * 2; }\n' >src/part.c
cat >src/main.cc <<'C'
#include <cstdio>
extern "C" int part(int);
static int whole(int n) { return part(n); }
int main() { int *n = new int(21); std::printf("%d\n", whole(*n)); delete n; }
C
cp src/main.cc src/main.c

# measured ROW FUNCTION...: the program prints 42, and has these functions.
measured() {
    row="B17 $REAL $1"
    shift
    rm -f p.instr
    is "$row runs" "$(INSTR_OUTPUT=p.instr ./src/p)" 42
    [ -e p.instr ] || { fail "$row: no profile"; return; }
    instr-report flat --csv p.instr >flat.csv
    for function; do
        has "$row" flat.csv "$function"
    done
    is "$row says nothing" "$(cat err)" ""
}

for c in $(test_compilers); do
    REAL=$(cxx_of $c)
    command -v $REAL >/dev/null || continue
    I="$INSTR $REAL"
    (cd src && "$INSTR" $c -c part.c)
    for static in "" -static; do
        (cd src && rm -f p && $I -c main.cc && $I $static -o p main.o part.o) 2>err
        measured "objects, $static" part whole main
    done
    (cd src && rm -f p && $I -static -o p main.cc part.o) 2>err
    measured "C object" part whole main
    I="$BIN/instr-$REAL"
    (cd src && rm -f p && $I -O2 main.cc -x c part.c -o p) 2>err
    measured "-x c" part whole main
    # .c is C++ to it
    (cd src && rm -f p && $I -o p main.c part.c) 2>err
    [ $REAL = g++ ] || sed -i '/deprecated/d' err
    measured ".c" part whole main
    # what was preprocessed before
    (cd src && rm -f p && $REAL -E main.cc -o main.ii && $I -c main.ii && $I -o p main.ii part.o) 2>err
    measured ".ii" whole main
    # labels alone make a profile, too
    printf '#include <instr.h>\n#include <cstdio>\nint main() { instr_start("label"); instr_stop("label"); std::puts("42"); }\n' >src/label.cc
    (cd src && $I -o p label.cc) 2>err
    measured "labels" label
    # what does not compile says what it says plainly
    printf '#include <vector>\nint f(int n) { int unused; return n }\nint main() { std::vector<int> v; v.push(1); }\n' >src/wrong.cc
    (cd src && $REAL -Wall -c wrong.cc) 2>expected && plain=0 || plain=$?
    (cd src && $I -Wall -c wrong.cc) 2>err && status=0 || status=$?
    is "B17 $REAL status" "$status" "$plain"
    same "B17 $REAL messages" err expected
    # a build system that only tries the compiler, and what is said to be left alone
    (cd src && cp main.cc conftest.cc && $I -c conftest.cc && $I --instr-off -c main.cc && $I -fsyntax-only main.cc) 2>err
    plain "B17 $REAL" src/conftest.o src/main.o
    is "B17 $REAL nothing to say" "$(cat err)" ""
done
# CXX=instr-cc names no compiler: sources, options and objects tell that it is a command of C++
REAL=instr-cc
for cc in "" ${TEST_COMPILERS:-gcc clang}; do
    command -v ${cc:-cc} >/dev/null || continue
    export INSTR_CC="$cc"
    [ -n "$cc" ] || unset INSTR_CC
    (cd src && rm -f p *.o && "$INSTR" -c part.c && "$INSTR" -c main.cc && "$INSTR" -o p main.o part.o) 2>err
    measured "CXX, INSTR_CC=$cc" part whole main
    (cd src && rm -f p && "$INSTR" -O1 -o p main.cc part.o) 2>err
    measured "CXX at once, INSTR_CC=$cc" part whole main
done
(cd src && INSTR_CC=gcc INSTR_CXX=g++ "$INSTR" -o p main.o part.o) 2>err
measured "INSTR_CXX" part whole main
unset INSTR_CC
# and CMake's launcher
if command -v cmake >/dev/null; then
    mkdir -p project && cp src/main.cc src/part.c project
    printf 'cmake_minimum_required(VERSION 3.18)\nproject(p LANGUAGES C CXX)\nadd_executable(p main.cc part.c)\n' >project/CMakeLists.txt
    for how in "-DCMAKE_CXX_COMPILER_LAUNCHER=$INSTR" "-DCMAKE_CXX_COMPILER=$INSTR" "-DCMAKE_UNITY_BUILD=ON -DCMAKE_CXX_COMPILER_LAUNCHER=$INSTR"; do
        rm -rf build src/p
        cmake -S project -B build -DCMAKE_C_COMPILER_LAUNCHER="$INSTR" $how >cmake.log 2>&1 && cmake --build build >>cmake.log 2>err
        cp build/p src/p
        measured "CMake $how" part whole main
    done
fi
finish
