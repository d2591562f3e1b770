# Row B16 of the list in README.md: instr.h is found, and stands in nobody's way.
. "$(dirname "$0")/lib.sh"

mkdir -p src/own
cat >src/t.c <<'C'
#include <instr.h>
#include <stdio.h>
int main(void)
{
    instr_start("by hand");
    int unused_here;
    instr_stop("by hand");
    return puts("done") < 0;
}
C
sed '/unused_here/d' src/t.c >src/quiet.c
sed 's/int unused_here/#pragma not_for_us/' src/quiet.c >src/mixed.c
printf '#define instr_start(x) "mine"\n#define instr_stop(x) "mine"\n' >src/own/instr.h
printf '#include "instr.h"\n#include <instr.h>\nconst char *f(void) { return instr_start(0); }\n' >src/own/uses.c

for REAL in $(test_compilers); do
    cd src
    for flags in "" "-O2 -Wall -Wextra -std=c90 -pedantic" "-O2 --instr-exact-messages -MD" "-S -o /dev/null" "-fsyntax-only" \
        "-E -o /dev/null" "-M -o /dev/null" "-x c++ -fsyntax-only"; do
        for source in t quiet mixed; do
            is "B16 $REAL $flags $source" "$(status "$INSTR" $REAL $flags -c $source.c 2>../err)" 0
            has_not "B16 $REAL $flags" ../err 'file or directory'
        done
    done
    has "B16 $REAL" t.d /instr.h
    "$INSTR" $REAL quiet.c -o p && INSTR_OUTPUT=p.instr ./p >/dev/null
    instr-report tree --csv p.instr >tree.csv
    has "B16 $REAL" tree.csv 'by hand'
    # one's own header comes first, wherever it is
    cd own
    for flags in "-I." "-isystem ." "-idirafter ."; do
        is "B16 $REAL own $flags" "$(status "$INSTR" $REAL $flags -c uses.c -o uses.o)" 0
        has "B16 $REAL own $flags" uses.o mine
    done
    is "B16 $REAL own by CPATH" "$(CPATH=. status "$INSTR" $REAL -O2 -c uses.c -o uses.o)" 0
    has "B16 $REAL own by CPATH" uses.o mine
    has "B16 $REAL own, preprocessed" "$(C_INCLUDE_PATH=. "$INSTR" $REAL -E uses.c -o ../../e && echo ../../e)" mine
    # it is there for us alone
    is "B16 $REAL off" "$(status "$INSTR" $REAL --instr-off -c ../t.c -o t.o 2>/dev/null)" 1
    cd ../..
done
finish
