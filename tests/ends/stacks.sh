# stacks.sh SOURCE - what the runtime does in a program's calls and at its end fits on small stacks: the 8 KB that googletest
# gives the children of its death tests, the least that threads have, and an alternate stack for signals of the usual size.
mkdir store
export INSTR_TMPDIR="$PWD/store" INSTR_OUTPUT=%p.instr
unset INSTR_TIMING # an observer begins as well
gcc -O1 -pthread -w -o plainly "$1"
instr-cc gcc -O1 -pthread -w -o program "$1"

# run SETTING WHERE HOW
run() {
    rm -f -- *.instr *.trace
    ./plainly "$2" "$3" >expected && expected=0 || expected=$?
    env "$1" ./program "$2" "$3" >said 2>&1 && status=0 || status=$?
    [ "$status" = "$expected" ] || fail "$*: exits with $status, plainly with $expected"
    cmp -s expected said || fail "$*: $(cat said), plainly $(cat expected)"
}

for where in clone thread handler; do
    run INSTR_TRACE=1 $where late-exec
    for how in returns late exec late-exec _exit late-_exit exit late-exit; do
        run INSTR_TRACE=0 $where $how
        calls=0
        for profile in ./*.instr; do calls=$((calls + $(column_of tiny calls "$profile"))); done
        [ "$calls" = 5000 ] || fail "$where $how: $calls calls of tiny"
    done
done

# The first stack of the process, before `main` and in it, need be no larger than the plain program's loader wants it. The kernel
# leaves out as much as 8 KB of it by chance, and the environment takes room there. So chance is off, and the environment is as
# large as the plain program bears it.
# first PROGRAM SETTING BYTES
first() {
    setarch -R env -i INSTR_TMPDIR="$INSTR_TMPDIR" INSTR_OUTPUT=%p.instr "$2" FULL="$(head -c "$3" /dev/zero | tr '\0' x)" \
        sh -c 'ulimit -Ss 16 && exec "$0" clone exit' "$1" >said 2>&1
}
if setarch -R true 2>said; then # containers may forbid it
    bytes=16384
    until first ./plainly INSTR_TRACE=0 $bytes; [ $? = 3 ]; do
        bytes=$((bytes - 256))
        [ $bytes -gt 0 ] || fail "the plain program wants more than 16 KB"
    done
    for setting in INSTR_TRACE=1 INSTR_LEVEL=0; do
        first ./program $setting $bytes && status=0 || status=$?
        [ $status = 3 ] && [ ! -s said ] || fail "$setting on the smallest first stack: $status, $(cat said)"
    done
fi
[ -z "$(ls store)" ] || fail "left in the store: $(ls store)"

# A trace needs no more of a coroutine's stack than calls that are counted: the processor's registers are kept once.
cat >coroutine.c <<'C'
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
static ucontext_t back, inside;
static int sum;
static void part(int count) { for (int i = 0; i < count; i++) sum += i; }
static void body(void) { part(5); swapcontext(&inside, &back); part(6); }
int main(int argc, char **argv)
{
    size_t size = (size_t)atol(argv[argc - 1]);
    char *room = mmap(0, size + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(room, 4096, PROT_NONE);
    getcontext(&inside);
    inside.uc_stack.ss_sp = room + 4096;
    inside.uc_stack.ss_size = size;
    inside.uc_link = &back;
    makecontext(&inside, body, 0);
    swapcontext(&back, &inside);
    return swapcontext(&back, &inside);
}
C
instr-cc gcc -O1 -o coroutine coroutine.c
for setting in INSTR_TRACE=0 INSTR_TRACE=1; do
    env $setting INSTR_OUTPUT=/dev/null ./coroutine 5632 || fail "$setting: a coroutine of 5.5 KB ends with $?"
done
