# valgrind.sh - under valgrind, where the store grows by other means, a program of many functions has all its calls counted.
# Of threads helgrind and drd tell the races that are the program's own, and none of the runtime's, which shares atomic words.
command -v valgrind >/dev/null || { echo 'no valgrind'; exit 77; }
functions=2000
awk -v count=$functions 'BEGIN {
    for (i = 0; i < count; i++)
        print "__attribute__((noinline)) static int f" i "(int x) { for (int i = 0; i < x; i++) x += i; return x; }"
    print "int main(void) { int sum = 0;"
    for (i = 0; i < count; i++)
        print "    sum += f" i "(" i % 3 ");"
    print "    return sum < 0; }" }' >program.c
instr-cc cc -O1 -o program program.c
INSTR_OUTPUT=o.instr valgrind --tool=none --quiet ./program
calls=$(instr-report flat --csv --min=0 o.instr | awk -F, '$1 ~ /^f[0-9]+$/ { calls += $5 } END { print calls + 0 }')
[ "$calls" -eq $functions ] || fail "$calls calls of $functions: $(instr-report --no-pager o.instr | tail -n 8)"

cat >library.c <<'END'
__attribute__((noinline)) static int small(int x) { volatile int y = x; return y + 1; }
int called(int x) { int sum = 0; for (int i = 0; i < 20; i++) sum += small(x + i); return sum; }
END
cat >threads.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
static int (*called)(int);
static int sum, race;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t all; /* a thread that begins when another has ended is behind it by locks of the runtime */
__attribute__((noinline)) static int less(int x) { volatile int y = x; return y * 3; }
static int deep(int x) { return x ? deep(x - 1) + less(x) : called(x); }
static void *work(void *argument)
{
    int mine = 0;
    for (int i = 0; i < 500; i++)
        mine += deep(i % 5);
    pthread_mutex_lock(&lock);
    sum += mine;
    pthread_mutex_unlock(&lock);
    if (argument) {
        pthread_barrier_wait(&all);
        race++;
    }
    return NULL;
}
int main(int count, char **words)
{
    (void)words;
    pthread_t threads[5];
    void *library = dlopen("./library.so", RTLD_NOW);
    *(void **)&called = dlsym(library, "called");
    pthread_barrier_init(&all, NULL, 5);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 5; i++)
            pthread_create(&threads[i], NULL, work, count > 1 ? &sum : NULL);
        work(NULL);
        for (int i = 0; i < 5; i++)
            pthread_join(threads[i], NULL);
    }
    return 0;
}
END
instr-cc cc -g -O1 -fPIC -shared -o library.so library.c
instr-cc cc -g -O1 -pthread -o threads threads.c -ldl
for tool in helgrind drd; do
    INSTR_OUTPUT=$tool.instr valgrind --tool=$tool --quiet --error-exitcode=9 ./threads 2>$tool.own ||
        fail "$tool: $(head -n 40 $tool.own)"
    ! INSTR_OUTPUT=race.instr valgrind --tool=$tool --quiet --error-exitcode=9 ./threads race 2>$tool.race || fail "$tool: no race"
    calls=$(instr-report flat --csv --min=0 $tool.instr | awk -F, '$1 == "small" { print $5 }')
    [ "$calls" = 120000 ] || fail "$tool: $calls calls of 120000"
done
