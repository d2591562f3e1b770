# Row C7 of the list in README.md: archives of objects for link time optimisation need the tools of the real compiler, which
# CMake looks for under our name.
. "$(dirname "$0")/lib.sh"
command -v cmake >/dev/null || exit 77

mkdir src
cat >src/main.c <<'C'
#include <stdio.h>
int part(int);
int main(void) { return printf("%d\n", part(20)) != 3; }
C
printf 'int part(int x) { return 2 * x + 2; }\n' >src/part.c
cat >src/CMakeLists.txt <<'M'
cmake_minimum_required(VERSION 3.13)
project(app C)
include(CheckIPOSupported)
check_ipo_supported()
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
add_library(part STATIC part.c)
add_executable(app main.c)
target_link_libraries(app part)
M

# ipo NAME COMMAND...: a project whose archive holds objects for link time optimisation, built with this in front.
ipo() {
    name=$1
    shift
    "$@" cmake -S src -B "$name" -DCMAKE_C_FLAGS=-O2 >"$name.log" 2>&1 && "$@" make -s -C "$name" >>"$name.log" 2>&1 ||
        { fail "C7 $name"; tail -20 "$name.log" >&2; return 0; }
    is "C7 $name: output" "$(cd "$name" && ./app)" 42
    (cd "$name" && instr-report flat --csv ./*.instr) >flat.csv
    has "C7 $name" flat.csv 'main,'
    has "C7 $name" flat.csv 'part,'
}

ipo cc env CC="$INSTR"
ipo gcc env CC="$BIN/instr-gcc"
if clang -flto -shared -o null src/part.c 2>/dev/null; then
    ipo clang env CC="$BIN/instr-clang"
    ipo cc-clang env CC="$INSTR" INSTR_CC=clang
fi

# The tool is the compiler's own: of its version and target, and of the plain name where it has none.
mkdir bin
for tool in gcc-ar x-gcc-7 x-gcc-ar-7 x-gcc-nm-7 y-gcc llvm-ar clang-99 llvm-ar-99 llvm-ranlib; do
    printf '#!/bin/sh\necho %s "$@"\nexit 3\n' $tool >bin/$tool
done
chmod +x bin/*
PATH=$PLACE/bin:$PATH
is "C7 version" "$(INSTR_CC=x-gcc-7 "$BIN/instr-gcc-ar" rc 'a b')" 'x-gcc-ar-7 rc a b'
is "C7 nm" "$(INSTR_CC="$PLACE/bin/x-gcc-7 -m32" "$BIN/instr-gcc-nm" a.o)" 'x-gcc-nm-7 a.o'
is "C7 plain name" "$(INSTR_CC=y-gcc "$BIN/instr-gcc-ar" t x.a)" 'gcc-ar t x.a'
is "C7 clang" "$(INSTR_CC=clang-99 "$BIN/instr-llvm-ar" t x.a)" 'llvm-ar-99 t x.a'
is "C7 clang's plain name" "$(INSTR_CC=clang-99 "$BIN/instr-llvm-ranlib" x.a)" 'llvm-ranlib x.a'
is "C7 another compiler" "$(INSTR_CC=x-gcc-7 "$BIN/instr-llvm-ar" x.a)" 'llvm-ar x.a'
is "C7 status" "$(status env INSTR_CC=x-gcc-7 "$BIN/instr-gcc-ar" 2>/dev/null)" 'x-gcc-ar-7
3'
PATH=$BIN:/nowhere INSTR_CC=none "$BIN/instr-gcc-ranlib" x.a 2>missing && fail "C7: a missing tool is no error" || is "C7 missing" $? 71
has "C7 missing" missing "instr-cc: error: 'gcc-ranlib' not found"
finish
