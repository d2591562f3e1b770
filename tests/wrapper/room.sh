# What our own files take: a folder for temporary files that is full or small, and a limit of file sizes. A unit is then
# instrumented by way of another folder; where there is none, a line says so and --instr-strict fails. And memory: whichever block of
# it is refused, the compiler runs as if we were not there.
. "$(dirname "$0")/lib.sh"

cat >x.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int work(int n) { return printf("%d\n", n); }
C
for REAL in $(test_compilers); do
    # The original and its object fit, what we write does not.
    gcc -E x.c | wc -c >size
    [ "$(cat size)" -gt 40000 ] || fail "the text is too small for this test"
    for strict in "" --instr-strict; do
        rm -f x.o log
        (ulimit -f 32 && status "$INSTR" $strict --instr-log=log $REAL -O1 -pipe -c x.c -o x.o) >status 2>err
        has "D3 $REAL ulimit -f" err 'ulimit -f'
        if [ -z "$strict" ]; then
            is "D3 $REAL ulimit -f" "$(cat status)" 0
            [ -e x.o ] || fail "D3 $REAL ulimit -f: no object"
            has "D3 $REAL ulimit -f: log" log '"why":"the preprocessed text of x.c'
        else
            is "D3 $REAL ulimit -f, strict" "$(cat status)" 72
            [ ! -e x.o ] || fail "D3 $REAL ulimit -f, strict: an object"
        fi
    done
    # What is wrong in the source is told as ever.
    echo '#include "none.h"' >wrong.c
    is "D3 $REAL wrong" "$(status "$INSTR" $REAL -c wrong.c 2>err)" 1
    is "D3 $REAL wrong" "$(grep -c 'error.*none.h' err)" 1
    has_not "D3 $REAL wrong" err instr-cc
    # Where an edited text fails, and there are no hooks, strict is strict.
    cat >picky <<P
#!/bin/sh
for word; do case \$word in */*.c) ! grep -q instr_region "\$word" || exit 1 ;; -finstrument-functions) exit 1 ;; esac; done
exec $REAL "\$@"
P
    chmod +x picky
    is "D3 $REAL fails" "$(status "$INSTR" ./picky -c x.c -o x.o 2>err)" 0
    has "D3 $REAL fails" err 'x.c: warning: not instrumented'
    is "D3 $REAL fails, strict" "$(status "$INSTR" --instr-strict ./picky -c x.c -o x.o 2>err)" 71
    has "D3 $REAL fails, strict" err 'error: x.c: not instrumented'
    [ ! -e x.o ] || fail "D3 $REAL fails, strict: an object"
done

# A sanitizer that is preloaded has the same function.
if [ -z "${LD_PRELOAD:-}" ]; then
    cat >refuse.c <<'C'
/* Refuses instr-cc memory from its block $REFUSED on, until it has become the plain compiler. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
static int is_refused(void)
{
    static long blocks;
    char words[4096] = "";
    const char *refused = getenv("REFUSED");
    if (!refused || strcmp(program_invocation_short_name, "instr-cc") != 0 || ++blocks < atol(refused))
        return 0;
    int file = open("/proc/self/cmdline", O_RDONLY);
    ssize_t size = read(file, words, sizeof words - 1);
    close(file);
    return size > 0 && !memmem(words, (size_t)size, "--instr-off", 11);
}
void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    if (flags & MAP_ANONYMOUS && is_refused())
        return errno = ENOMEM, MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, protection, flags, file, offset);
}
C
    gcc -O1 -shared -fPIC -o refuse.so refuse.c
    cat >asks.c <<'C'
/* gcc; is a signal blocked in it? A shell would have unblocked all. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    sigset_t mask;
    FILE *masks = fopen("masks", "a");
    sigprocmask(SIG_SETMASK, NULL, &mask);
    fprintf(masks, "%d\n", argc && sigismember(&mask, SIGTERM));
    fclose(masks);
    argv[0] = "gcc";
    execvp(argv[0], argv);
    return 127;
}
C
    gcc -o asks asks.c
    : >masks
    awk 'BEGIN { for (i = 0; i < 1000; i++) print "int f" i "(int n) { while (n > " i ") n /= 2; return n; }" }' >many.c
    for strict in "" --instr-strict; do
        # In the first one are the words of the command, which say that it is strict.
        for block in $(seq "$([ -z "$strict" ] && echo 1 || echo 2)" 40); do
            rm -f x.o
            REFUSED=$block LD_PRELOAD=$PLACE/refuse.so status "$INSTR" $strict ./asks -c many.c -o x.o >status 2>err
            is "D3 no block $block: left" "$(ls "$TMPDIR")" ""
            grep -q 'out of memory' err || break
            is "D3 no block $block $strict" "$(cat status)" "$([ -z "$strict" ] && echo 0 || echo 72)"
            [ -n "$strict" ] || plain "D3 no block $block" x.o
        done
        [ "$block" -gt 2 ] || fail "D3 no memory $strict: nothing was refused"
        is "D3 all blocks $strict" "$(cat status)" 0
        instrumented "D3 all blocks $strict" x.o
    done
    is "D3 no block: signals are blocked" "$(sort -u masks)" 0
fi

# Small file systems, in a namespace of mounts of our own.
mkdir -p tiny
if [ "$(id -u)" = 0 ] && unshare -m mount -t tmpfs -o size=12k tmpfs tiny 2>/dev/null; then
    for REAL in $(test_compilers); do
        # The next folder is taken, silently.
        for size in 12k 4k; do
            rm -f x.o
            unshare -m sh -c "mount -t tmpfs -o size=$size tmpfs tiny && TMPDIR=$PLACE/tiny exec '$INSTR' $REAL -O1 -pipe -c x.c -o x.o" 2>err || fail "A11 $REAL $size"
            is "A11 $REAL $size: messages" "$(cat err)" ""
            instrumented "A11 $REAL $size" x.o
        done
        # No other can be written to.
        for strict in "" --instr-strict; do
            rm -f x.o
            unshare -m sh -c "for d in /tmp /var/tmp /dev/shm; do mount --bind \$d \$d && mount -o remount,ro,bind \$d; done
                mount --bind '$PLACE' '$PLACE' && mount -o remount,rw,bind '$PLACE' && cd '$PLACE' || exit
                mount -t tmpfs -o size=12k tmpfs tiny
                TMPDIR='$PLACE/tiny' '$INSTR' $strict $REAL -O1 -pipe -c x.c -o x.o; echo \$? >status" 2>err
            has "A11 $REAL all full" err 'the disk is full'
            is "A11 $REAL all full $strict" "$(cat status)" "$([ -z "$strict" ] && echo 0 || echo 72)"
        done
    done
else
    echo 'no small file system can be mounted here: that is not tried'
fi

# A text that nests deeper than any parser has a stack for: the compiler's own message and status.
awk 'BEGIN { n = 60000; printf "int f(int x) { return "; for (i = 0; i < n; i++) printf "("; printf "x"
    for (i = 0; i < n; i++) printf ")"; print "; }" }' >nested.c
for REAL in $(test_compilers); do
    right=$(status $REAL -c nested.c -o nested.o 2>plain)
    is "A11 $REAL, 60,000 brackets" "$(status "$INSTR" $REAL -c nested.c -o nested.o 2>err)" "$right"
    is "A11 $REAL, 60,000 brackets: messages" "$(head -c 60 err | head -1)" "$(head -c 60 plain | head -1)"
done
finish
