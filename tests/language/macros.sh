# macros.sh - the coverage of functions that macros made names the macro and the line of its use, in the binary as
# in a run's profile; functions that are written out name none.

cat >make.h <<'H'
#define MAKE(name) static int made_##name(void) { return 1; }
#define MAKE_BOTH(name) MAKE(name) MAKE(name##_too)
H
printf 'ENTRY(first)\nENTRY(second)\n' >list.def
cat >main.c <<'C'
#include "make.h"
#define NAME(name) prefix_##name
MAKE(one)
MAKE_BOTH(two)
static int NAME(only)(int x) { return x; }
#define ENTRY(name) static int list_##name(void) { return 1; }
#include "list.def"
static int written(int x) { return x; }
int main(void)
{
    return made_one() + made_two() + made_two_too() + prefix_only(1) + list_first() + list_second() + written(-6);
}
C
cat >expected <<'L'
list_first,ENTRY list.def:1
list_second,ENTRY list.def:2
made_one,MAKE main.c:3
made_two,MAKE_BOTH main.c:4
made_two_too,MAKE_BOTH main.c:4
main,
prefix_only,NAME main.c:5
written,
L
for compiler in $(test_compilers); do
    for standard in gnu89 gnu17; do
        instr-cc $compiler -std=$standard -Wall -Wextra -o program main.c 2>messages || fail "$(cat messages)"
        INSTR_OUTPUT=run.instr ./program || fail "$compiler: the program fails"
        for file in program run.instr; do
            instr-report coverage --no-pager --csv $file | sed -n '2,$p' | sed 's, \./, ,' | cut -d, -f1,7 | sort |
                diff expected - || fail "$compiler -std=$standard: $file names other macros"
        done
    done
done
