# units.sh - programs of several units: one name for static functions of two files, a weak function that another
# replaces, a unit without a C library; and functions that run before the runtime is there or after the profile was
# written.

cat >a.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int b(void), bare(int);
__attribute__((weak)) int replaced(void) { return 1; }
__attribute__((weak)) int stays(void) { return 2; }
static int same(void) { return 3; }
static int ended;
static int late(int x) { ended += x; return ended; }
__attribute__((constructor(101))) static void first(void) { ended += late(1); }
__attribute__((destructor(101))) static void last(void) { printf("last %d\n", late(1)); }
__attribute__((destructor)) static void before_last(void) { printf("before %d\n", late(1)); }
static void at_exit(void) { printf("exit %d\n", late(1)); }
int main(void)
{
    atexit(at_exit);
    printf("%d %d %d %d %d\n", replaced(), stays(), same() + same(), b(), bare(4));
    return 5;
}
C
cat >stacks.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <threads.h>
static int __attribute__((noinline)) step(int x) { return x + 1; }
static int __attribute__((noinline)) fill(int n)
{
    char bytes[16];
    for (int i = 0; i < 16; i++)
        bytes[i] = (char)step(n);
    return bytes[n];
}
static int safe(void *x) { return step(*(int *)x); }
static void *any(void *x) { return fill(*(int *)x) ? x : NULL; }
static int number = 3;
int main(void)
{
    int result;
    thrd_t thread;
    pthread_t other;
    thrd_create(&thread, safe, &number);
    thrd_join(thread, &result);
    pthread_create(&other, NULL, any, &number);
    pthread_join(other, NULL);
    printf("%d %d\n", result, fill(5));
    return 0;
}
C
cat >b.c <<'C'
int replaced(void) { return 10; }
static int same(void) { return 4; }
int b(void) { return same() + same() + same(); }
C
printf 'int bare(int x) { return x + 1; }\n#include <byteswap.h>\nint swapped(int x) { return __bswap_16(x); }\n' >bare.c
cat >deep.c <<'C'
#include <stdio.h>
static int deep(int n) { char here[200]; here[n % 200] = 1; return n ? deep(n - 1) + here[n % 200] : 0; }
int main(void) { int (*volatile call)(int) = deep; printf("%d\n", call(20000)); return 0; }
C

calls() { awk -F, -v n="$1" -v f="$2" '$1 == n && $2 == f { print $5 }' flat; }
expect() {
    found=$(calls "$1" "$2")
    [ "${found:-0}" = "$3" ] || fail "$label: $1 of $2 has ${found:-0} calls, not $3"
}
for compiler in $(test_compilers); do
    for form in "" -static "-O2 -fvisibility=hidden" "-O2 -ffunction-sections -Wl,--gc-sections"; do
        label="$compiler $form"
        for how in "" instr-cc; do
            $how $compiler $form -ffreestanding -c bare.c -o bare.o
            $how $compiler $form a.c b.c bare.o -o program
            INSTR_OUTPUT=run.instr ./program >"${how:-plain}.out" && status=0 || status=$?
            [ $status = 5 ] || fail "$label: exits with $status"
        done
        diff plain.out instr-cc.out || fail "$label: other output than plainly"
        instr-report flat --no-pager --csv run.instr >flat
        expect same a.c 2
        expect same b.c 3
        expect replaced b.c 1
        expect stays a.c 1
        expect b b.c 1
        instr-report coverage --no-pager --csv run.instr >coverage
        instr-report coverage --no-pager --csv program | grep -q '^bare,[^,]*bare.c,1,not-instrumented,freestanding,' ||
            fail "$label: bare is not listed"
        ! instr-report coverage --csv bare.o | grep 'no-record' || fail "$label: a function of a system header"
        for name in first last before_last at_exit late; do
            grep -q "^$name,a.c," coverage || fail "$label: $name is not listed"
        done
        rm -f run.instr
    done
    # Threads that a second stack is not made for run as they do plainly; others have theirs.
    for flags in "-O0" "-O2"; do
        label="$compiler $flags -fsanitize=safe-stack"
        $compiler $flags -pthread -fsanitize=safe-stack -o plain stacks.c 2>messages || continue # not this compiler
        instr-cc $compiler $flags -pthread -fsanitize=safe-stack -o program stacks.c
        plain=$(./plain) || fail "$label: it ends with $? plainly"
        [ "$(INSTR_OUTPUT=run.instr ./program)" = "$plain" ] || fail "$label: other output than plainly"
        instr-report flat --no-pager --csv run.instr >flat
        expect step stacks.c 33
        expect fill stacks.c 2
    done
    # What can't be probed runs as it does plainly, and is listed.
    for build in "-fsplit-stack split-stack" "-O2 -mabi=ms mabi-ms" "-fsanitize=dataflow dataflow-sanitizer" "-flto -fvisibility=hidden -fuse-ld=lld -fsanitize=cfi-icall control-flow-integrity"; do
        flags=${build% *} reason=${build##* }
        $compiler $flags -o plain deep.c 2>messages || continue # not this compiler, or it has no such linker
        instr-cc $compiler $flags -o program deep.c
        [ "$(./program)" = "$(./plain)" ] || fail "$compiler $flags: other output than plainly"
        instr-report coverage --no-pager --csv program | grep -q "^deep,deep.c,2,not-instrumented,$reason," ||
            fail "$compiler $flags: deep is not listed"
    done
done
