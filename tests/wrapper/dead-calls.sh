# Calls that only link because they go away: plainly their function is inlined for a constant, and its callee is defined nowhere. What
# keeps them with a probe is left alone, and the rest of its unit is measured.
. "$(dirname "$0")/lib.sh"

# As FIELD_PREP and BUILD_BUG_ON of kernels: what is out of range does not link.
cat >field.c <<'C'
#include <stdio.h>
extern unsigned field_out_of_range(void);
static inline unsigned put(unsigned v, unsigned lo, unsigned n)
{
    if (lo + n > 32 || n == 0) return field_out_of_range();
    return (v & (n == 32 ? ~0u : (1u << n) - 1)) << lo;
}
static inline unsigned get(unsigned r, unsigned lo, unsigned n)
{
    if (lo + n > 32 || n == 0) return field_out_of_range();
    return (r >> lo) & (n == 32 ? ~0u : (1u << n) - 1);
}
static unsigned log_and_put(unsigned v, unsigned lo, unsigned n)
{
    printf("%u at %u, %u bits\n", v, lo, n);
    return put(v, lo, n);
}
int main(int argc, char **argv)
{
    unsigned r = put(argc, 0, 4) | put(2, 4, 4) | put(3, 8, 8) | log_and_put(4, 16, 8) | log_and_put(5, 24, 8) |
                 log_and_put(argc, 28, 4);
    printf("%x %u %u %u\n", r, get(r, 0, 4), get(r, 4, 4), get(r, 16, 8));
    return 0;
}
C
# The same behind a macro of a header, with sizes.
cat >access.h <<'C'
extern void access_of_odd_size(void);
#define WR(x, v) (sizeof(x) <= 8 ? wr(&(x), v, sizeof(x)) : access_of_odd_size())
#define RD(x) rd(&(x), sizeof(x))
C
cat >access.c <<'C'
#include "access.h"
static inline unsigned long rd(const volatile void *p, int size)
{
    switch (size) {
    case 1: return *(const volatile unsigned char *)p;
    case 2: return *(const volatile unsigned short *)p;
    case 4: return *(const volatile unsigned int *)p;
    case 8: return *(const volatile unsigned long *)p;
    }
    if (sizeof(long) != size) access_of_odd_size();
    return 0;
}
static inline void wr(volatile void *p, unsigned long v, int size)
{
    switch (size) {
    case 1: *(volatile unsigned char *)p = v; return;
    case 2: *(volatile unsigned short *)p = v; return;
    case 4: *(volatile unsigned int *)p = v; return;
    case 8: *(volatile unsigned long *)p = v; return;
    }
    if (sizeof(long) != size) access_of_odd_size();
}
static char a; static short b; static int c; static long d;
int t1(void) { WR(a, 1); WR(b, RD(a) + 1); WR(c, RD(b) + 1); WR(d, RD(c) + 1); return RD(d); }
int t2(int x) { WR(d, x); WR(c, RD(d)); return RD(c) + RD(a); }
int main(void) { return t1() + t2(3) - 4 - 4; }
C
cat >bits.cc <<'C'
extern void never_there();
struct value { int n; explicit value(int k) : n(k) {} ~value() { if (n != 3) never_there(); } };
int main() { value v(3); return 0; }
C
# In C an inline function without `extern` has no other body.
cat >inline.c <<'C'
#include <stdio.h>
inline int twice(int x) { return 2 * x; }
inline int thrice(int x) { return twice(x) + x; }
int main(int argc, char **argv) { printf("%d\n", twice(argc) + thrice(argc)); return 0; }
C
cat >reason.c <<'C'
#include <stdio.h>
extern void link_error(int);
static int ok(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) sum += i;
    return sum == 3 || n > 40;
}
static int use(int n) { if (!ok(3)) link_error(n); return printf("%d\n", n); }
int main(int argc, char **argv) { return use(argc + 1) - 2; }
C
# Here somebody defines it.
cat >real.c <<'C'
extern int help(void);
static inline int pick(int n) { if (n > 32) return help(); return n; }
int main(int argc, char **argv) { return pick(argc + 40) - 5; }
C
printf 'int help(void) { return 5; }\n' >help.c
# Calls that somebody defines are many, and cost no second compilation.
cat >list.cc <<'C'
struct list {
    int *at, count, room;
    void grow();
    void add(int n) { if (count == room) grow(); at[count++] = n; }
};
int fill(list &all, int n) { for (int i = 0; i < n; i++) all.add(i); return all.count; }
C

for REAL in $(test_compilers); do
    left=0
    for name in field.c access.c bits.cc inline.c reason.c; do
        compiler=$REAL
        case $name in *.cc) compiler=$(echo $REAL | sed 's/gcc/g++/; s/clang/clang++/') ;; esac
        for flags in "-O1" "-O2 -g -fPIC -ffunction-sections" "-Os" "-Os -flto"; do
            case "$flags $name" in *flto*[!d].c*) continue ;; esac
            row="D6 dead calls: $compiler $flags $name"
            $compiler $flags -c $name -o plain.o && $compiler $flags plain.o -o plain 2>err || continue
            plain=$(./plain) && p=0 || p=$?
            for form in "-c $name -o part.o" "-o part $name"; do
                case $flags$form in -O[12]*-o\ part\ *) continue ;; esac
                rm -f part part.o log
                is "$row: status" "$(INSTR_LOG=log status instr-cc $compiler $flags $form 2>err)" 0
                is "$row: messages" "$(cat err)" ""
                case $form in -c*) $compiler $flags part.o -o part 2>err || fail "$row $form: $(cat err)" ;; esac
                found=$(INSTR_OUTPUT=part.instr ./part) && f=0 || f=$?
                is "$row $form: output" "$found, $f" "$plain, $p"
                instr-report coverage --csv part.instr >coverage
                grep -q ',called,' coverage || fail "$row $form: nothing is measured: $(cat coverage)"
                left=$((left + $(grep -c ',needs-inlining,' coverage || :)))
            done
        done
    done
    [ $left -gt 0 ] || fail "D6 dead calls: $REAL: no function is left alone, so nothing was tried"
    printf '#!/bin/sh\necho run >>%s/runs\nexec %s "$@"\n' "$PLACE" "$(echo $REAL | sed 's/gcc/g++/; s/clang/clang++/')" >counting
    chmod +x counting
    rm -f runs
    instr-cc ./counting -Os -c list.cc
    is "D6 real calls: $REAL compiles" "$(grep -c run runs)" 2
    for flags in -O1 -Os; do
        instr-cc $REAL $flags real.c help.c -o real
        is "D6 real calls: $REAL $flags" "$(INSTR_OUTPUT=real.instr status ./real)" 0
        is "D6 real calls: $REAL $flags" "$(instr-report coverage --csv real.instr | grep -c ',not-instrumented,')" 0
    done
done
finish
