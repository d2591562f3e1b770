# binary.sh CC - coverage of binaries without a run: one unit built by BIN/instr-cc, one by CC alone and one of
# assembly, linked and packed in all the ways there are.
cc=$1
# The compiler may be instr-cc itself, when instr is built by it.
plain() { INSTR_DISABLE=1 "$cc" "$@"; }

cat >ours.c <<'END'
#include "shared.h"
int foreign(int), assembled(void);
static int helper(int x) { return x * 2; }
int never(void) { return 3; }
__attribute__((no_instrument_function)) int left_alone(void) { return 4; }
int main(void) { return helper(inlined(never())) + foreign(1) + assembled() + left_alone() == 0; }
END
cat >foreign.c <<'END'
#include "shared.h"
static int helper(int x) { return x * 3; }
int foreign(int x) { return helper(x) + inlined(x); }
int zalias(int) __attribute__((alias("foreign")));
END
echo 'static inline int inlined(int x) { return x - 1; }' >shared.h
cat >assembled.c <<'END'
__asm__(".text\n.globl assembled\nassembled:\n.byte 0xc3\n");
END
instr-cc "$cc" -g -O0 -c ours.c
plain -g -O0 -c foreign.c
plain -c assembled.c

# expect FILE LINE...: each line is in the coverage of FILE, and there is no other with that function.
expect() {
    file=$1
    shift
    instr-report coverage --csv "$file" | sed "s/,[^,]*$//" >got # without how it is counted
    for line; do
        [ "$(grep -c "^${line%%,*}," got)" = 1 ] && grep -qxF "$line," got && continue
        fail "$file: no (or not only) $line: $(cat got)"
    done
}

linked='main,ours.c,6,never-called,,0
never,ours.c,4,never-called,,0
foreign,foreign.c,3,not-instrumented,no-record,0
assembled,,0,not-instrumented,assembly,0
inlined,shared.h,1,never-called,no-record,0'
expect_linked() {
    IFS='
'
    expect "$1" $linked
    unset IFS
    grep -q '^left_alone,ours.c,5,not-instrumented,[a-z_-]*,0,$' got || fail "$1: left_alone"
    [ "$(grep -c '^helper,' got)" = 2 ] || fail "$1: two functions are called helper"
}

plain -o pie -pie ours.o foreign.o assembled.o
expect_linked pie
plain -o nopie -no-pie ours.o foreign.o assembled.o 2>/dev/null && expect_linked nopie
plain -shared -o shared.so ours.o foreign.o assembled.o 2>/dev/null && expect_linked shared.so
strip -g -o nodebug pie
expect nodebug 'main,ours.c,6,never-called,,0' 'foreign,,0,not-instrumented,no-record,0'
strip -o stripped pie
instr-report coverage stripped | grep -q '^stripped files.*: 1$' || fail 'stripped'
expect ours.o 'main,ours.c,6,never-called,,0'
expect foreign.o 'foreign,,0,not-instrumented,no-record,0'
ar rc both.a ours.o foreign.o
expect both.a 'main,ours.c,6,never-called,,0' 'foreign,,0,not-instrumented,no-record,0'

# A whole program is whole, whatever the compiler's own library adds to it; one with a foreign part is not.
cat >whole.c <<'END'
int main(int count, char **words) { (void)words; return (int)(((unsigned __int128)count << 70) / (count + (1ull << 40))) < 0 || (__builtin_cpu_supports("avx") && count > 9); }
END
instr-cc "$cc" -o whole whole.c
instr-report coverage --require=100 whole >out || fail "$(cat out)"
instr-report coverage --require=100 pie >/dev/null 2>&1 && status=0 || status=$?
[ "$status" = 1 ] || fail "a part is missing and the status is $status"

# A static program holds the runtime and the C library: the one is ours, the other nobody instrumented.
instr-cc "$cc" -static -o static whole.c
instr-report coverage --csv static >got
grep -q '^main,whole.c,1,never-called,,0,,by-path$' got && [ "$(wc -l <got)" -gt 100 ] || fail 'static'
! grep -E '^(profile_pack|tree_[a-z]*|settings_read),' got || fail 'the runtime is no part of the program'

# The headline is of the program's functions, whatever the libraries and the compiler's own profiling bring along.
for flags in -static -static-pie -pg '-pg -static' --coverage -fprofile-generate; do
    instr-cc "$cc" $flags -o whole-flags whole.c 2>err || { echo "no $flags here: $(head -n 1 err)"; continue; }
    instr-report coverage --require=100 whole-flags >out 2>err || fail "$flags: $(grep ^coverage out) $(cat err)"
    grep -q '^coverage: 1 of 1 functions instrumented (100.0%)$' out || fail "$flags: $(grep ^coverage out)"
    ! grep -q '_IO_\|gcov' out || fail "$flags: functions of libraries are listed"
done
instr-report coverage static | grep -q '^not included: [1-9],*[0-9]* library functions' || fail 'static: the rest is not told'
# A foreign part with a source of its own is the program's, in a static one too.
plain -static -g -o static-foreign ours.o foreign.o assembled.o
instr-report coverage --csv static-foreign | grep -q '^foreign,foreign.c,3,not-instrumented,no-record,0,,$' || fail 'static-foreign'

# A run's profile and the program together: what was called, and what no record knows.
INSTR_OUTPUT=run.instr ./whole
instr-report coverage --csv whole run.instr | grep -q '^main,whole.c,1,called,,1,,by-path$' || fail 'with a run'

# Cut short anywhere: an error or what is left, never a crash.
size=$(wc -c <pie) length=1
while [ "$length" -lt "$size" ]; do
    head -c "$length" pie >cut
    instr-report coverage cut >/dev/null 2>cut.err && status=0 || status=$?
    case $status in 0 | 73) ;; *) fail "$length bytes of it: status $status: $(cat cut.err)" ;; esac
    length=$((length + size / 97 + 1))
done
# Overwritten anywhere, most of all in the headers at both ends: the same, and it ends.
at=16
while [ "$at" -lt "$size" ]; do
    cp pie hit
    printf '\377\377\177' | dd of=hit bs=1 seek="$at" conv=notrunc 2>/dev/null
    timeout 60 instr-report coverage hit >/dev/null 2>hit.err && status=0 || status=$?
    case $status in 0 | 73) ;; *) fail "byte $at changed: status $status: $(cat hit.err)" ;; esac
    if [ "$at" -lt 1000 ] || [ "$at" -gt $((size - 2400)) ]; then at=$((at + 37)); else at=$((at + size / 50)); fi
done
! instr-report tree pie 2>err || fail 'a program is shown as a profile'
grep -q "instr-report coverage pie" err || fail 'no hint'
