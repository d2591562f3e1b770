# install.sh CMAKE BUILD - an installed and then moved instr serves a CMake project by find_package and a
# makefile by pkg-config.
cmake=$1 build=$2

DESTDIR=$PWD/stage "$cmake" --install "$build" --prefix /opt/instr >install.log

# Made before the tree is moved: it runs as plainly, instr-report says why it is not measured, and how it is.
mkdir early && cd early
printf 'int main(void) { return 3; }\n' >early.c
(PATH=$OLDPWD/stage/opt/instr/bin:$PATH && instr-cc gcc -o early early.c)
cd ..
abi=$(sed -n 's/^#define __INSTR_ABI //p' "$INSTR_TEST_DIR/../../include/instr_kinds.h")
[ -f "$(find stage -name "libinstr.so.1.$abi")" ] || fail "the runtime's file does not have the number of its ABI: $abi"
mv stage/opt/instr moved
cd early
early() { status=0; "$@" ./early || status=$?; [ "$status" = 3 ] || fail "made before: ends with $status"; }
early env
! ls ./*.instr 2>/dev/null || fail 'made before, and still measured?'
! instr-report ./early 2>said || fail 'a report of nothing'
grep -q "early: its runtime .*/stage/opt/instr/.*libinstr.so.1 is not there" said && grep -q INSTR_LIBDIR said ||
    fail "not told that the runtime was moved: $(cat said)"
early env INSTR_LIBDIR="$(dirname "$(find "$OLDPWD/moved" -name libinstr.so.1)")"
[ "$(profile_names)" = 'main 1' ] || fail "made before: $(ls)"
rm ./*.instr
early env LD_LIBRARY_PATH="$(dirname "$(find "$OLDPWD/moved" -name libinstr.so.1)")"
[ "$(profile_names)" = 'main 1' ] || fail "made before, LD_LIBRARY_PATH: $(ls)"
cd ..
PATH=$PWD/moved/bin:$PATH
export PATH

cat >hello.c <<'END'
#include <stdio.h>
static int twice(int n) { return 2 * n; }
int main(void) { return printf("%d\n", twice(21)) != 3; }
END

cat >second.cc <<'END'
#include <vector>
int second(int n) { return std::vector<int>(1, n)[0]; }
END

cat >label.c <<'END'
#include <instr.h>
int main(void) { return instr_start("by hand") || instr_stop("by hand"); }
END
instr-cc gcc -Wall -Werror -O2 label.c -o label || fail 'instr.h was not found'

mkdir project && cp hello.c label.c second.cc project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(hello LANGUAGES C CXX)
find_package(Instr 0.2 REQUIRED)
add_executable(hello hello.c)
target_link_libraries(hello PRIVATE Instr::runtime)
add_executable(label label.c)
add_library(second second.cc)
instr_instrument(hello label second)
END
"$cmake" -S project -B project/build -DCMAKE_PREFIX_PATH="$PWD/moved" >cmake.log
"$cmake" --build project/build >build.log
instr-report coverage --csv project/build/libsecond.a | grep -q '^second,' || fail 'the C++ of a target is not instrumented'
mkdir run && cd run
[ "$(../project/build/hello)" = 42 ] || fail 'the program built by CMake is wrong'
check_one_profile
[ "$(profile_names)" = 'main 1
twice 1' ] || fail "wrong profile of the program built by CMake: $(profile_names)"
rm ./*.instr
../project/build/label
check_one_profile
instr-report flat --csv | grep -q '^by hand,' || fail 'no label in the profile of the program with instr.h'
rm ./*.instr

PKG_CONFIG_PATH=$(dirname "$(find "$OLDPWD/moved" -name instr.pc)")
export PKG_CONFIG_PATH
[ -x "$(pkg-config --variable=instr_cc instr)" ] || fail 'pkg-config does not find instr-cc'
"$(pkg-config --variable=instr_cc instr)" gcc $(pkg-config --cflags instr) -o hello ../hello.c \
    $(pkg-config --libs instr) -Wl,-rpath,"$(pkg-config --variable=libdir instr)"
[ "$(./hello)" = 42 ] || fail 'the program built by pkg-config is wrong'

# The headers of other timers, and their libraries, wherever that is.
lib=$(pkg-config --variable=libdir instr)
printf '#include <gptl.h>\nint main(void) { return GPTLinitialize() || GPTLstart("a") || GPTLstop("a") || GPTLpr(0); }\n' >timed.c
gcc $(pkg-config --cflags instr-timers) -o timed timed.c -L"$lib" -linstr_gptl
INSTR_OUTPUT=None LD_LIBRARY_PATH=$lib ./timed || fail 'a program with GPTL'
grep -Eq '^ *a +1 ' timing.000000 || fail "its file: $(cat timing.000000)"
printf '#include <Stopwatch.h>\nint main() { Stopwatch w("a"); w.Start(); w.Stop(); return CallTracker::CallStackLines().empty(); }\n' >watch.cpp
g++ $(pkg-config --cflags instr-timers) -o watch watch.cpp $(pkg-config --libs instr-timers) -Wl,-rpath,"$lib"
INSTR_OUTPUT=None ./watch || fail 'a program with Stopwatch.h'
check_one_profile
grep -q "$(cd "$INSTR_TEST_WORK" && pwd -P)/moved/.*libinstr.so.1" hello || fail 'the program does not know the moved runtime'
