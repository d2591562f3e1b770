# level_none.sh - with INSTR_LEVEL=0 calls in a library are added where nobody reads, without a call of their own, in threads, too.
command -v valgrind >/dev/null || exit 77
cat >library.c <<'C'
int step(int x);
int step(int x)
{
    for (int i = 0; i < x; i++)
        if (i * x == 77)
            return i;
    return x + 1;
}
C
cat >main.c <<'C'
#include <pthread.h>
#include <stdlib.h>
int step(int x);
static void *run(void *times)
{
    int sum = 0;
    for (int i = 0; i < *(int *)times; i++)
        sum += step(i % 3);
    return sum ? NULL : times;
}
int main(int count, char **words)
{
    int times = count > 1 ? atoi(words[1]) : 0;
    pthread_t thread;
    run(&times);
    pthread_create(&thread, NULL, run, &times);
    pthread_join(thread, NULL);
    return 0;
}
C
cc -O2 -pthread -c main.c
instr-cc cc -O2 -fPIC -shared -o liblibrary.so library.c
cc -pthread -o program main.o ./liblibrary.so
INSTR_LEVEL=0 valgrind --tool=callgrind --callgrind-out-file=called ./program 1000 >said 2>&1 || fail "$(cat said)"
grep -qE '^c?fn=\([0-9]+\) step$' called || fail "the library's function is not called: $(grep -c ^fn= called) functions"
! grep -E '^c?fn=.*__instr_stub' called || fail 'calls go through the stubs'
! ls ./*.instr 2>/dev/null || fail 'there is a profile'
