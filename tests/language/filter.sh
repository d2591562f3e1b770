# filter.sh - a filter file at build time: what it names is left alone with that reason, in headers too.

mkdir gen
echo 'static inline int in_header(int x) { return x; }' >gen/small.h
cat >main.c <<'C'
#include "gen/small.h"
__attribute__((noinline)) static int kept(int x) { return in_header(x); }
__attribute__((noinline)) static int dropped(int x) { return kept(x) + 1; }
int main(void) { return dropped(1) - 2; }
C
cat >filter <<'F'
SCOREP_REGION_NAMES_BEGIN EXCLUDE * INCLUDE kept main in_header SCOREP_REGION_NAMES_END
SCOREP_FILE_NAMES_BEGIN EXCLUDE gen/* SCOREP_FILE_NAMES_END
F
instr-cc cc --instr-filter=filter -O2 -Wall -Wextra -o program main.c
./program
instr-report coverage --no-pager --csv >coverage
cut -d, -f1,4,5 coverage | sort >found
cat >expected <<'L'
dropped,not-instrumented,filter
function,status,reason
in_header,not-instrumented,filter
kept,called,
main,called,
L
diff expected found

INSTR_BUILD_FILTER=filter instr-cc cc -O2 -o program main.c
instr-report coverage --no-pager --csv | cut -d, -f1,4,5 | sort | diff expected -

echo "EXCLUDE f" >broken
instr-cc cc --instr-filter=broken -o other main.c 2>messages && status=0 || status=$?
[ "$status" = 71 ] || fail "a broken filter: exit status $status"
grep -q '^instr-cc: error: broken:1: ' messages || fail "a broken filter: $(cat messages)"
[ ! -e other ] || fail "a broken filter still made a program"

# Of C++ the short name names all functions that share it, and the full one a single one; reports take both.
if command -v g++ >/dev/null; then
    rm -f ./*.instr
    cat >names.cc <<'C'
#include <cstdio>
namespace ns {
template <class T> struct Box { T value; T get() const { return value; } T put(T n) { std::puts(""); return value = n; } };
int f(int n) { return n; }
int f(double n) { return int(n); }
}
int main() { ns::Box<int> box{1}; return ns::f(1) + ns::f(1.0) + box.get() + box.put(2) != 5; }
C
    echo 'SCOREP_REGION_NAMES_BEGIN EXCLUDE ns::Box::get ns::f INCLUDE ns::f(int) SCOREP_REGION_NAMES_END' >filter
    instr-cc g++ --instr-filter=filter --instr-paths=all -o program names.cc
    ./program >/dev/null
    [ "$(instr-report flat --csv | sed -n 's/^"*\([^"]*\)"*,names.cc.*/\1/p' | sort | tr '\n' ' ')" = 'main ns::Box<T>::put ns::f(int) ' ] ||
        fail "filtered: $(instr-report flat --csv)"
    instr-report tree --csv --focus=ns::Box::put | grep -q 'ns::Box<T>::put' || fail "no focus by the short name"
    instr-report tree --callers=ns::f | grep -q main || fail "no callers by the short name"
fi
