# gptl.sh SOURCES INCLUDE LIBRARIES - programs with GPTL's timers, built by plain compilers and linked with ours in GPTL's
# place: what GPTL tells them, its files, and the labels in the call tree.
sources=$1 include=$2 libraries=$3
export LD_LIBRARY_PATH="$libraries"

# calls [OPTIONS]: "PATH CALLS" of each label in the profile.
calls() { instr-report tree --csv --min=0 "$@" | awk -F, '$6 == "label" { print $2, $7 }'; }

# masked FILE: its tables, with # for times and | for each end of a line.
masked() {
    sed -n '/^Stats for/,$p' "$1" | sed -E 's/ [0-9]+\.[0-9]+(e[-+][0-9]+)?/ #/g; s/ +#/ #/g; s/= +[0-9.e+-]+ w/= # w/; s/$/|/'
}

gcc -Wall -Werror -I"$include" -o shared "$sources/gptl.c" -L"$libraries" -linstr_gptl -lm
gcc -Wall -Werror -I"$include" -o static "$sources/gptl.c" -L"$libraries" -l:libinstr_gptl.a -lm
for program in shared static; do
    rm -f ./*.instr ./*.timing timing.*
    ./$program 2>errors || fail "$program: $(cat errors)"
    masked first.timing | diff "$sources/golden/gptl.timing" - || fail "$program: the file"
    check_one_profile "$program"
    cat >expected <<'PATHS'
halo 1
total 1
total/steps 1
total/steps/device 2
total/steps/fib 1
total/steps/fib/fib 2
total/steps/fib/fib/fib 4
total/steps/fib/fib/fib/fib 2
total/steps/halo 1
total/steps/step 3
total/steps/step/halo 6
PATHS
    calls | sort | diff expected - || fail "$program: the tree"
done

# Mistakes are counted, said and healed.
rm -f ./*.instr
./shared wrong 2>errors || fail "wrong: $(cat errors)"
grep -q '^GPTL error:.*too long' errors || fail "no word of the name that is too long: $(cat errors)"
grep -q 'IMPERFECT NESTING' timing.000007 || fail 'overlapping timers are not told'
awk '$1 == "b" && $2 == 1 { found = 1 } END { exit !found }' timing.000007 || fail 'a timer that overlaps is lost'

# Threads of either kind have numbers of their own.
for kind in fopenmp pthread; do
    [ "$kind ${CHECKER:-}" != 'fopenmp thread' ] || continue # it knows nothing of GCC's OpenMP
    rm -f ./*.instr
    gcc -Wall -Werror -$kind -I"$include" -o $kind "$sources/gptl_threads.c" -L"$libraries" -linstr_gptl
    OMP_NUM_THREADS=3 ./$kind || fail "$kind"
    for thread in 0 1 2; do
        [ "$(sed -n "/^Stats for thread $thread:/,/^Total/p" timing.000000 | awk '$1 == "work" { print $2 }')" = 5 ] ||
            fail "$kind: thread $thread: $(cat timing.000000)"
    done
    awk '$1 == "SUM" && $2 == "work" && $3 == 15 { found = 1 } END { exit !found }' timing.000000 || fail "$kind: the sum"
    [ "$(instr-report flat --csv | awk -F, '$1 == "work" { print $5 }')" = 15 ] || fail "$kind: the profile"
done

# What the compiler's hooks start, beside instrumented functions; and preloaded, below a program that was linked with another.
rm -f ./*.instr
printf 'int GPTLinitialize(void); int GPTLpr(int);\nstatic void twice(void) {}\nint main(void) { GPTLinitialize(); twice(); twice(); return GPTLpr(1); }\n' >hooks.c
printf 'int GPTLinitialize(void) { return 9; } int GPTLpr(int id) { return id; }\n' >other.c
gcc -shared -fPIC -o libgptl.so other.c
gcc -rdynamic -finstrument-functions -fno-inline -o hooks hooks.c -L. -lgptl -Wl,-rpath,"$PWD"
LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$libraries/libinstr_gptl.so.1" INSTR_OUTPUT=hooks.instr ./hooks || fail 'preloaded'
[ "$(sed -n '/^Stats/,$p' timing.000001 | awk '$1 ~ /^0x/ && $2 == 2')" ] || fail "functions by hooks: $(cat timing.000001)"

# An instrumented program: its functions and GPTL's timers are one tree.
rm -f ./*.instr
instr-cc gcc -I"$include" -o both "$sources/gptl.c" -L"$libraries" -linstr_gptl -lm
./both || fail 'instrumented'
[ "$(instr-report tree --csv --min=0 | awk -F, '$2 == "main/total/steps/steps/step/halo/halo" && $6 == "label" && $7 == 6')" ] ||
    fail "no timer below the function that started it: $(instr-report tree --min=0)"

# A library that brings it along comes and goes, and finds it anew each time.
rm -f ./*.instr
printf '#include <gptl.h>\nint call(void) { return GPTLinitialize() || GPTLstart("inside") || GPTLstop("inside"); }\n' >inside.c
cat >opens.c <<'C'
#include <dlfcn.h>
int main(void)
{
    int failed = 0;
    for (int i = 0; i < 20; i++) {
        void *library = dlopen("./inside.so", RTLD_NOW);
        failed += !library || ((int (*)(void))dlsym(library, "call"))() || dlclose(library);
    }
    return failed;
}
C
gcc -shared -fPIC -I"$include" -o inside.so inside.c -L"$libraries" -linstr_gptl
gcc -o opens opens.c
./opens || fail "opened again, and not as new: $?"
[ "$(calls)" = 'inside 20' ] || fail "opened again: $(calls)"

# E3SM's: told by its own calls; names as Fortran has them, prefixes, times of many calls, its files.
gcc -Wall -Werror -DGPTL_E3SM -I"$include" -o e3sm "$sources/gptl_e3sm.c" -L"$libraries" -linstr_gptl
./e3sm || fail 'E3SM'
masked model.0 | diff "$sources/golden/gptl_e3sm.timing" - || fail "E3SM: the file"
