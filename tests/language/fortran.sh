# fortran.sh FOLDER - programs in Fortran, by the compiler's hooks: they do what they do plainly, the calls of each procedure are as
# many as gcov counts, and each has its name, file and line.
command -v gcov >/dev/null && command -v gfortran >/dev/null || exit 77
folder=$1
unset OMP_NUM_THREADS

# counts OPTIONS SOURCE...: the calls as gcov has them, by line, against those of the profile. What the compiler makes itself has
# reason implicit. C beside it is edited.
counts() {
    rm -f ./*.gcda ./*.gcno ./*.instr ./*.o
    options=$1
    shift
    gfortran -O0 --coverage $options -o plain "$@" && ./plain >plain.out
    gcov --json-format --stdout ./*.gcda 2>/dev/null >counts.json
    for level in -O0 -O2; do
        rm -f ./*.instr
        instr-cc gfortran $level $options -o program "$@" 2>err && ./program >program.out || fail "$level $*: $(cat err)"
        cmp plain.out program.out || fail "$level $*: prints something else"
        [ ! -s err ] || fail "$level $*: $(cat err)"
        instr-report flat --csv --min=0 >flat.csv
        instr-report coverage --csv >coverage.csv
        python3 - counts.json flat.csv coverage.csv <<'PY' || fail "$level $*: calls differ"
import csv, json, os, sys
counts = {}
for line in open(sys.argv[1]):
    for file in json.loads(line)['files']:
        for function in file['functions']:
            at = os.path.basename(file['file']), function['start_line']
            if not ('_MOD___' in function['name'] or function['name'].startswith('master.') or function['name'] == 'main'):
                counts[at] = function['execution_count']
seen, known = {}, {}
for row in csv.DictReader(open(sys.argv[3])):
    if row['reason'] != 'implicit':
        known[os.path.basename(row['file']), int(row['line'])] = row['counted']
for row in csv.DictReader(open(sys.argv[2])):
    if row['kind'] == 'function':
        at = os.path.basename(row['file']), int(row['line'])
        seen[at] = seen.get(at, 0) + int(row['calls'] or 0)
bad = [(at, n, counts.get(at)) for at, n in seen.items() if counts.get(at) != n]
missing = [(at, n) for at, n in counts.items() if n and at not in seen or at not in known]
print(len(seen), 'functions; place, calls, by gcov:', bad, 'not measured:', missing)
ways = {counted for (file, line), counted in known.items() if not file.endswith('.c')}
sys.exit(bool(bad or missing) or len(seen) < 2 or ways != {'by-hooks'})
PY
        instr-report coverage --require 100 program >/dev/null || fail "$level $*: $(instr-report coverage program)"
    done
}
counts '' "$folder/shapes.f90" "$folder/by_c.c"
for name in main shapes::square_area shapes::twice_area shapes::fib shapes::half shapes::add outside one called_by_c by_c; do
    grep -q "^$name," coverage.csv || fail "no $name in $(cut -d, -f1 coverage.csv)"
done
grep -q '^shapes::never,[^,]*,61,never-called' coverage.csv || fail "$(grep never coverage.csv)"
counts '' "$folder/old.f"
counts -fopenmp "$folder/team.f90"
instr-report tree --csv --min=0 | grep -q ',main/[^,]*(threads)/work::piece,' || fail "$(instr-report tree --csv --min=0 | cut -d, -f2)"

# A jump out of C past a procedure, and a thread of C's in one.
cat >jump.c <<'C'
#include <pthread.h>
#include <setjmp.h>
void middle_(void), deep_(int *n);
static jmp_buf back;
void leap_(void) { longjmp(back, 1); }
static void *run(void *data) { deep_(data); return data; }
int main(void)
{
    pthread_t thread;
    int n = 5;
    for (int i = 0; i < 3; i++)
        if (!setjmp(back))
            middle_();
    pthread_create(&thread, 0, run, &n);
    pthread_join(thread, 0);
    deep_(&n);
    return 0;
}
C
cat >jump.f90 <<'F'
subroutine middle()
  call inner()
contains
  subroutine inner()
    call leap()
  end subroutine
end subroutine
recursive subroutine deep(n)
  integer, intent(in) :: n
  if (n > 0) call deep(n - 1)
end subroutine
F
for level in -O0 -O2; do
    rm -f ./*.instr ./*.o
    instr-cc gfortran $level -c -o f.o jump.f90 && instr-cc gcc $level -c -o c.o jump.c && gcc -o jump f.o c.o -lgfortran -pthread
    ./jump || fail "$level jump: ended with $?"
    instr-report tree --csv --min=0 | awk -F, 'NR > 1 { print $2, $8 }' | sed 's/[^/]* (threads)/threads/' | sort >found
    for line in main/middle/inner/leap_ main/deep main/threads/run/deep; do
        grep -q "^$line " found || fail "$level jump: no $line in $(cat found)"
    done
    calls=$(instr-report flat --csv --min=0 | awk -F, '$1 ~ /^(middle|inner|leap_|deep)$/ { print $1 "=" $5 }' | sort | tr '\n' ' ')
    [ "$calls" = 'deep=12 inner=3 leap_=3 middle=3 ' ] || fail "$level jump: $calls"
done
