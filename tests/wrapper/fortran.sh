# Fortran, as build systems compile it: by the compiler's hooks the command does what it does plainly, and its objects are measured
# whoever links them.
. "$(dirname "$0")/lib.sh"
command -v gfortran >/dev/null || exit 77
REAL=gfortran
export INSTR_OUTPUT="$PLACE/run.instr"

rm -rf src && mkdir -p src/sub src/modules
cat >src/solver.f90 <<'F'
module solver
  implicit none
  integer, parameter :: n = 4
contains
  subroutine relax(a)
    real, intent(inout) :: a(n)
    integer :: unused
    a = a / 2 + 1
  end subroutine
end module
F
cat >src/sub/main.F90 <<'F'
#ifdef LOUD
#warning text of the preprocessor
#endif
program main
  use solver
  real :: a(n)
  a = START
  call relax(a)
  call relax(a)
  print *, a
end program
F
printf '      subroutine old(x)\n      x = x + 1\n      end\n' >src/old.f
printf 'program wrong\n  call f(1)\n  call f(2.0)\n  x = \nend program\n' >src/wrong.f90
printf 'int from_c(int n) { return n + 1; }\n' >src/part.c
printf '      block data set\n      common /numbers/ i\n      data i /3/\n      end\n' >src/data.f
printf 'inline int more(int n) { return n + 1; }\nint whole(int n) { return more(n); }\n' >src/inlined.c
printf 'int unused(int n) { int i; return n + 1; }\n' >src/warned.c
printf 'int wrong(int n) { return m + 1; }\n' >src/broken.c
printf 'inline int user(int n) { return n + 1; }\nint main(void) { old_(&(float){1}); return user(3) - 4 + from_c(1) - 2; }\n' |
    sed '1i void old_(float *); int from_c(int);' >src/caller.c
# called ROW: the profile of the run has both, as often as they were called.
called() {
    is "$1: calls" "$(instr-report flat --csv "$INSTR_OUTPUT" | awk -F, '$1 == "main" || $1 == "solver::relax" { printf "%s %s ", $1, $5 }' |
        tr ' ' '\n' | paste -d' ' - - | sort | tr '\n' ' ')" 'main 1 solver::relax 2 '
}

# What is printed, made and said is the same.
for command in \
    '$CC -c solver.f90' '$CC -c solver.f90 -o sub/x.o' '$CC -Jmodules -c solver.f90' '$CC -J modules -Imodules -c solver.f90' \
    '$CC -O2 -Wall -Wextra -c solver.f90' '$CC -Wall -Werror -c solver.f90' '$CC -c wrong.f90' '$CC -c missing.f90' \
    '$CC -DSTART=1 -O2 solver.f90 sub/main.F90 -o p && ./p' '$CC -DSTART=1 -DLOUD solver.f90 sub/main.F90 -o p && ./p' \
    '$CC -fsyntax-only solver.f90' '$CC -E -cpp solver.f90' '$CC -S solver.f90' '$CC -cpp -MD -c solver.f90' \
    '$CC -cpp -MD -MF sub/x.d -c solver.f90 -o sub/x.o' '$CC -cpp -M solver.f90' '$CC -pipe -O2 -c solver.f90 old.f' \
    '$CC -save-temps -c solver.f90' '$CC -g -gsplit-dwarf -c solver.f90' '$CC -fdump-tree-original -c solver.f90' \
    '$CC -O2 -c data.f && readelf -SW data.o | grep -c GNU-stack' '$CC -O2 -fPIC -c old.f inlined.c && gcc -shared -Wl,-z,defs old.o inlined.o -o p -lgfortran' \
    '$CC -c solver.f90 old.f part.c' '$CC -O2 -MD -c part.c inlined.c old.f' '$CC -cpp -MD -MF d -c part.c old.f' \
    '$CC -Wall -c warned.c solver.f90 old.f' '$CC -Wall -Werror -c part.c warned.c old.f' '$CC -c part.c broken.c old.f' \
    '$CC -c part.c wrong.f90 inlined.c' '$CC -c part.c old.f -o x.o' '$CC -save-temps -c part.c old.f' \
    '$CC -g -gsplit-dwarf part.c solver.f90 -DSTART=1 -O2 sub/main.F90 -o p && ./p' '$CC -O2 part.c caller.c old.f -o p && ./p' \
    '$CC -c part.c old.f missing.o' '$CC -O2 --coverage part.c solver.f90 -DSTART=1 sub/main.F90 -o p; ./p' '$CC -MD part.c -O2 caller.c old.f -o p' \
    '$CC -save-temps -fstack-usage -O2 part.c caller.c old.f -o p && ./p' '$CC -flto -O2 part.c caller.c old.f -o p && ./p' '$CC -x f95 -c solver.f90' '$CC -O2 -Wa,--noexecstack -c solver.f90' \
    '$CC -masm=intel -O2 -DSTART=1 solver.f90 sub/main.F90 -o p && ./p' '$CC -v -c solver.f90 2>/dev/null'; do
    both E "$command"
done
# Where all warnings are wanted, the original is compiled as well.
cat >src/late.f90 <<'F'
subroutine late(x, n)
  real :: x(n), y
  integer :: n
  if (n > 3) y = x(1)
  x(2) = y
end subroutine
F
INSTR_EXACT_MESSAGES=always
export INSTR_EXACT_MESSAGES
both E '$CC -O2 -Wall -c late.f90'
has 'E exact' plain.err 'uninitialized'
instrumented 'E exact' instr/late.o
unset INSTR_EXACT_MESSAGES
both E '$CC -O2 -Wall -c late.f90'
both E '$CC -g -c solver.f90 && objdump --dwarf=info solver.o | grep -c DW_TAG_subprogram'
for file in solver.mod; do same E plain/$file instr/$file; done

# C beside Fortran is edited, in one command and with a link behind it.
rm -f log
(cd instr && INSTR_LOG=../log instr-gfortran -O2 -c caller.c solver.f90 part.c old.f && gfortran caller.o part.o old.o -o p && ./p &&
    INSTR_LOG=../log instr-gfortran -O2 caller.c part.c old.f -o q && ./q) || fail 'E mixed: does not run'
for object in caller.o:by-path part.o:by-function old.o:by-hooks solver.o:by-hooks; do
    is "E mixed $object" "$(instr-report coverage --csv instr/${object%:*} | awk -F, 'NR > 1 && $5 == "" { print $8 }' | sort -u | tail -1)" "${object#*:}"
done
is 'E mixed: program' "$(instr-report coverage --csv instr/q | awk -F, 'NR > 1 && $5 == "" { print $1, $8 }' | sort | tr '\n' ' ')" \
    'from_c by-function main by-path old by-hooks user by-function '
is 'E mixed: log' "$(grep -c '"result":"full"' log)" 2

# That the compiler can't be run any more is no success.
printf '#!/bin/sh\ncase "$*" in *-print-prog-name*) rm "$0" ;; esac\nexec gfortran "$@"\n' >gone
chmod +x gone
is 'E gone' "$(cd instr && status instr-cc ../gone -c part.c old.f 2>../err)" 72
has 'E gone' err "error: can't run"

# However they are linked.
cd src
instr-cc gfortran -O2 -c solver.f90 && instr-cc gfortran -O2 -DSTART=1 -c sub/main.F90
instrumented E solver.o main.o
for link in 'gfortran solver.o main.o' 'gcc solver.o main.o -lgfortran -lm' 'instr-cc gfortran solver.o main.o' \
    'instr-gfortran -static solver.o main.o' 'gfortran -no-pie solver.o main.o' 'instr-gfortran -flto -O2 -DSTART=1 solver.f90 sub/main.F90' \
    'gfortran -Wl,--gc-sections solver.o main.o'; do
    rm -f "$INSTR_OUTPUT" p
    $link -o p && ./p >/dev/null || fail "E $link: does not run"
    called "E $link"
done
gfortran -O2 -flto -c solver.f90 -o slim.o
for object in 'instr-cc gfortran -fPIC -O2' 'instr-cc gfortran -fPIC -O0 -fno-plt' 'instr-cc gfortran -fPIC -O2 -flto' \
    'instr-cc gfortran -fPIC -O2 -g -ffunction-sections -falign-functions=64 -fcf-protection' 'instr-cc gfortran -fPIC -mcmodel=medium'; do
    rm -f "$INSTR_OUTPUT" p ./*.so
    $object -c solver.f90 -o s.o && gfortran -shared -Wl,-z,defs -o libsolver.so s.o
    gfortran main.o -L. -lsolver -Wl,-rpath,"$PWD" -o p && ./p >/dev/null || fail "E $object: does not run"
    called "E $object"
done
# A function is as aligned as it was.
instr-cc gfortran -O2 -falign-functions=64 -c solver.f90 -o s.o && gfortran -O2 -DSTART=1 s.o sub/main.F90 -o p
is 'E alignment' "$(nm p | awk '/__solver_MOD_relax/ { print substr($1, 15) }')" "$(printf %s 00 40 80 c0 | grep -o "$(nm p | awk '/__solver_MOD_relax/ { print substr($1, 15) }')")"

# The same command gives the same object, and without -g no debug information.
instr-cc gfortran -O2 -c solver.f90 -o first.o && instr-cc gfortran -O2 -c solver.f90 -o again.o
same C5 first.o again.o
[ -z "$(readelf -SW first.o | grep debug)" ] || fail 'E: there is debug information'

# What the compiler adds to count or to check is no function of the program.
for option in --coverage -fsanitize=address '-fsanitize=thread -O1' -fprofile-generate; do
    case ${CHECKER:-}$option in ?*-fsanitize=*) continue ;; esac # a process has one sanitizer
    rm -f p "$INSTR_OUTPUT" ./*.gc*
    instr-gfortran $option -DSTART=1 solver.f90 sub/main.F90 -o p && ./p >/dev/null 2>&1 || fail "E $option: does not run"
    called "E $option"
    is "E $option" "$(instr-report coverage --csv "$INSTR_OUTPUT" | awk -F, 'NR > 1 && $5 != ""')" ''
done

# Filters, levels, and what is asked for by our own options.
printf 'SCOREP_REGION_NAMES_BEGIN\nEXCLUDE solver::*\nSCOREP_REGION_NAMES_END\n' >filter
instr-cc gfortran --instr-filter=filter -c solver.f90 -o f.o
instr-report coverage --csv f.o >coverage
has 'E filter' coverage 'solver::relax,solver.f90,5,not-instrumented,filter'
instr-cc gfortran --instr-level=0 -c solver.f90 -o f.o
instr-report coverage --csv f.o >coverage
has 'E level 0' coverage 'solver::relax,solver.f90,5,not-instrumented,level-0'
rm -f p "$INSTR_OUTPUT" other.instr
(unset INSTR_OUTPUT && instr-cc gfortran --instr-output=other.instr -DSTART=1 solver.f90 sub/main.F90 -o p && ./p >/dev/null)
[ -f other.instr ] || fail 'E output: no other.instr'
INSTR_FILTER=filter ./p >/dev/null
instr-report coverage --csv "$INSTR_OUTPUT" >coverage 2>/dev/null || (cd .. && instr-report coverage --csv run.instr >src/coverage)
has 'E filter of the run' coverage 'filter-run'
rm -f log
INSTR_LOG=log instr-gfortran -c old.f
has 'E log' log '"action":"hooks"'
# Where the program has functions for the hooks of its own they stay its own.
instr-cc gfortran -finstrument-functions -c old.f -o own.o
plain 'E own hooks' own.o
# A compiler that can't do it: the original is compiled, and that is said.
printf '#!/bin/sh\nfor word; do [ "$word" != -finstrument-functions ] || exit 1; done\nexec gfortran "$@"\n' >picky && chmod +x picky
is 'E picky' "$(status instr-cc ./picky -c old.f -o o.o 2>err)" 0
has 'E picky' err 'with the compiler'
plain 'E picky' o.o
is 'E strict' "$(status instr-cc ./picky --instr-strict -c old.f -o o.o 2>err)" 71
cd ..

# CMake, by a launcher and by our name.
cat >src/CMakeLists.txt <<'C'
cmake_minimum_required(VERSION 3.16)
project(p Fortran C)
add_library(solver SHARED solver.f90 old.f part.c)
add_executable(p sub/main.F90)
target_compile_definitions(p PRIVATE START=1)
target_link_libraries(p solver)
C
for how in "-DCMAKE_Fortran_COMPILER_LAUNCHER=$INSTR -DCMAKE_C_COMPILER_LAUNCHER=$INSTR" "-DCMAKE_Fortran_COMPILER=$BIN/instr-gfortran"; do
    rm -rf build "$INSTR_OUTPUT"
    { cmake -S src -B build $how && cmake --build build; } >out 2>&1 || fail "E CMake $how: $(tail -5 out)"
    build/p >/dev/null
    called "E CMake $how"
    instr-report coverage --csv build/libsolver.so >coverage
    is "E CMake $how" "$(awk -F, '$4 == "not-instrumented"' coverage | grep -v library | grep -v "$([ "${how#*LAUNCHER}" != "$how" ] && echo none || echo from_c)")" ''
done
finish
