# Rows C1, C6 and D1 of the list in README.md: build systems, compiler caches and MPI wrappers around us.
. "$(dirname "$0")/lib.sh"

mkdir -p src/sub
cat >src/main.c <<'C'
#include <stdio.h>
#include "part.h"
int main(void) { printf("%d %d\n", part(3), other(4)); return 5; }
C
printf '#ifndef PART_H\n#define PART_H\nint part(int);\nint other(int);\nstatic inline int half(int x) { return x / 2; }\n#endif\n' >src/part.h
printf '#include "part.h"\nint part(int x) { return half(x) + 1; }\n' >src/part.c
printf '#include "../part.h"\nint other(int x) { int unused; return half(x); }\n' >src/sub/other.c

# compare ROW COMMAND WHERE: builds in two copies, runs WHERE/app in both; functions must be in the profile.
compare() {
    rm -rf plain instr
    cp -r src plain
    cp -r src instr
    for how in plain instr; do
        (cd $how && HOW=$how && eval "$2") >$how.out 2>$how.err </dev/null || { fail "$1: the $how build fails"; tail -5 $how.err >&2; return; }
        (cd $how && "$3") >$how.run 2>$how.run.err && s=0 || s=$?
        echo "status $s" >>$how.run
    done
    same "$1" plain.run instr.run
    same "$1" plain.run.err instr.run.err
    # An instr-cc that was built by instr-cc leaves its own profile, too.
    profile=$(find instr -name '*.instr' ! -name 'instr-*' | head -1)
    [ -n "$profile" ] || { fail "$1: no profile"; return; }
    instr-report flat --csv "$profile" >flat.csv
    for function in main part other half; do
        has "$1" flat.csv "$function,"
    done
    is "$1: files beside the build" "$(find instr -name '*instr-*' ! -name 'instr-*.instr' | head -3)" ""
}

# the warnings of the build, without the place and the order
warnings() {
    grep -h 'warning:' $1.err $1.out | sed "s,$PLACE/$1/,,g" | sort || :
}

# C6 make -j2, C5: and again in the same tree
cat >src/Makefile <<'M'
CFLAGS = -Wall -O2 -MMD
app: main.o part.o sub/other.o
	$(CC) -o $@ $^
clean:
	rm -f app *.o *.d sub/*.o sub/*.d
-include *.d
M
compare C6 '[ $HOW = plain ] && CC=gcc || CC=$INSTR; make -s -j2 CC="$CC"' ./app
warnings plain >p
warnings instr >i
same "C6 warnings" p i
(cd instr && make -q CC="$INSTR") || fail "C6: a second make builds again"
touch instr/part.h
is "C6 dependencies" "$(cd instr && make -n CC="$INSTR" | grep -c -- '-c')" 3
(cd instr && make clean && make -s -j2 CC="$INSTR" app main.o >o1 2>&1 & make -C instr -s -j2 CC="$INSTR" >o2 2>&1; wait) || fail "C6: two makes in one tree"
(cd instr && make -s CC="$INSTR" && ./app >/dev/null) || is "C6 two makes" $? 5

# C1 CMake with a launcher, whose link is a plain cc
cat >src/CMakeLists.txt <<'M'
cmake_minimum_required(VERSION 3.13)
project(app C)
include(CheckFunctionExists)
include(CheckCSourceCompiles)
check_function_exists(printf HAVE_PRINTF)
check_c_source_compiles("int main(void) { return 0; }" COMPILES)
add_library(part SHARED part.c)
add_library(other STATIC sub/other.c)
add_executable(app main.c)
target_compile_options(app PRIVATE -Wall -Wextra)
target_link_libraries(app part other)
M
configure_cmake='[ $HOW = plain ] || set -- "-DCMAKE_C_COMPILER_LAUNCHER=$INSTR"
INSTR_LOG=$PLACE/cmake.log CC=gcc cmake -S . -B b "$@" && make -s -j2 -C b'
if command -v cmake >/dev/null; then
    set --
    compare "C1 CMake launcher" "$configure_cmake" b/app
    [ ! -e cmake.log ] || has_not "C1: a probe was instrumented" cmake.log '"action":"compile","reason":null,"command":["/usr/bin/gcc","-o","CMakeFiles/cmTC'
    for how in plain instr; do # what CMake found out about the compiler is the same
        sed "s,$PLACE/$how,,g" $how/b/CMakeFiles/*/CMakeCCompiler.cmake >$how.facts
    done
    same "C1 CMake's facts" plain.facts instr.facts
    compare "C1 CMake CC" 'if [ $HOW = plain ]; then CC=gcc; else CC=$INSTR; fi; export CC; cmake -S . -B b && make -s -j2 -C b' b/app
    # headers compiled ahead, which CMake declares to be the system's
    cat >>src/CMakeLists.txt <<'M'
if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.16)
  target_precompile_headers(part PRIVATE part.h <stdlib.h>)
endif()
M
    for REAL in gcc clang; do
        command -v $REAL >/dev/null || continue
        compare "C1 CMake precompiled $REAL" '[ $HOW = plain ] || set -- "-DCMAKE_C_COMPILER_LAUNCHER=$INSTR"; cmake -S . -B b -DCMAKE_C_COMPILER=$REAL "$@" && make -s -j2 -C b' b/app
        has_not "C1 CMake precompiled $REAL" instr.err 'not instrumented'
        is "C1 CMake precompiled $REAL: half of part.h in part.c" "$(instr-report coverage --csv instr/b/libpart.so | grep -c '^half,')" 1
    done
fi

# A6 C1 autoconf, automake and libtool
if command -v autoreconf >/dev/null && command -v automake >/dev/null && command -v libtoolize >/dev/null; then
    rm -f src/Makefile src/CMakeLists.txt
    cat >src/configure.ac <<'M'
AC_INIT([app], [1])
AC_CONFIG_AUX_DIR([aux-files])
AC_CONFIG_MACRO_DIRS([m4])
AM_INIT_AUTOMAKE([foreign subdir-objects])
AC_PROG_CC
AM_PROG_AR
LT_INIT
AC_CHECK_HEADERS([stdlib.h nonexistent.h])
AC_CHECK_FUNCS([printf no_such_function])
AC_C_INLINE
AC_C_BIGENDIAN
AC_CHECK_SIZEOF([long])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
M
    cat >src/Makefile.am <<'M'
ACLOCAL_AMFLAGS = -I m4
lib_LTLIBRARIES = libpart.la
libpart_la_SOURCES = part.c sub/other.c
bin_PROGRAMS = app
app_SOURCES = main.c
app_LDADD = libpart.la
M
    mkdir -p src/m4
    (cd src && autoreconf -i >../autoreconf.log 2>&1) || { cat autoreconf.log >&2; fail "A6: autoreconf"; }
    compare "A6 autotools" '[ $HOW = plain ] && CC=gcc || CC=$INSTR; ./configure CC="$CC" && make -s -j2' ./app
    for how in plain instr; do
        grep '^checking' $how.out | sed "s,$INSTR,gcc,g; s,$PLACE/$how,,g; s,whether gcc accepts,whether CC accepts," >$how.checks
    done
    sed -i "s,instr-cc,gcc,g" instr.checks
    same "A6 C1 answers of configure" plain.checks instr.checks
fi

# C1 tools that list the commands of a build list those that the user's makefile has
command -v bear >/dev/null || { echo "not run: no bear, which ./bootstrap test --all installs"; finish; }
printf 'all: part.o other.o\npart.o: part.c\n\t$(CC) -O1 -c part.c\nother.o: sub/other.c\n\t$(CC) -O1 -c -o other.o sub/other.c\n' >src/Makefile
# listed WHAT PLAIN OURS OPTION...: with these compilers, and bear's options.
listed() {
    what=$1 CC=$2 ours=$3
    shift 3
    for how in plain instr; do
        rm -rf $how && cp -r src $how
        [ $how = plain ] || CC=$ours
        (cd $how && bear "$@" -- make -s CC="$CC" >log 2>&1) || { fail "C1 bear $what: $how"; cat $how/log >&2; }
        sed "s,$PLACE/$how,,g" $how/compile_commands.json >$how.json
    done
    has "C1 bear $what" plain.json '"file": "/sub/other.c"'
    same "C1 bear $what" plain.json instr.json
    instrumented "C1 bear $what" instr/part.o instr/other.o
}
listed usual gcc "$INSTR gcc"
listed 'by its own programs' gcc "$INSTR gcc" --force-wrapper
# Where nobody names the compiler.
listed 'by its own programs, unnamed' cc "$INSTR" --force-wrapper
finish
