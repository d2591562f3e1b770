# truth.sh BENCH-TRUTH - a program whose shares are known by how often its loops run: the table has them, whoever tells.
truth=$1
unset INSTR_TIMING

cat >one.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
volatile unsigned sink;
static char bytes[4096];
/* Of this file: a third of what the other has. */
__attribute__((noinline)) static void work(unsigned n)
{
    unsigned x = sink;
    for (unsigned i = 0; i < n; i++)
        x = x * 31 + i;
    sink = x;
}
static inline __attribute__((always_inline)) void inlined(unsigned n)
{
    unsigned x = sink;
    for (unsigned i = 0; i < n; i++)
        x = x * 31 + i;
    sink = x;
}
/* All that it does is done by the C library. */
__attribute__((noinline)) static void library(unsigned n)
{
    char *volatile to = bytes;
    for (unsigned i = 0; i < n; i++)
        memset(to, (int)i, sizeof bytes);
}
static int sorted[4096];
static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
/* Nearly all that it does is inlined from a header of the system. */
__attribute__((noinline)) static void searching(int n)
{
    for (int i = 0; i < n; i++)
        sink += bsearch(&i, sorted, 4096, sizeof *sorted, compare) != NULL;
}
static unsigned next[1 << 22];
/* It waits for memory where its probe is. */
__attribute__((noinline)) static unsigned chased(unsigned at)
{
    return next[at];
}
void *other(void *);
int main(void)
{
    pthread_t thread;
    unsigned x = 0;
    for (int i = 0; i < 4096; i++)
        sorted[i] = i * 16;
    for (unsigned i = 0; i < 1 << 22; i++)
        next[i] = (i * 1664525u + 1013904223u) & ((1 << 22) - 1);
    for (int i = 0; i < 40; i++) {
        work(1000000);
        inlined(3000000);
        library(20000);
        searching(60000);
        for (int j = 0; j < 30000; j++)
            x = chased(x);
    }
    sink = x;
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
    puts("done");
    return 0;
}
C
cat >two.c <<'C'
extern volatile unsigned sink;
__attribute__((noinline)) static void work(unsigned n)
{
    unsigned x = sink;
    for (unsigned i = 0; i < n; i++)
        x = x * 31 + i;
    sink = x;
}
void *other(void *);
void *other(void *argument)
{
    for (int i = 0; i < 40; i++)
        work(3000000);
    return argument;
}
C
gcc -O2 -g -pthread -o plain one.c two.c
gcc -O2 -g -pthread -pg -o profiled one.c two.c
instr-cc gcc -O2 -g -pthread -o instrumented one.c two.c

cat >list <<'L'
# what is measured
known plain ./plain
known instr ./instrumented
known gprof ./profiled
known twice ./plain; ./plain

other plain false
L
"$truth" --rounds=2 --looks=2000 --functions=9 --csv=runs.csv list known >table || fail "status $?: $(cat table)"
for way in default off exact gprof twice; do
    [ "$(grep -c "^  $way " table)" -eq 1 ] || fail "no row of $way: $(cat table)"
    [ "$(grep -c "^known,$way," runs.csv)" -eq 2 ] || fail "not two runs of $way: $(cat runs.csv)"
done
grep -q '^  twice .*prints something else' table || fail "other output is not told: $(cat table)"
! grep '^  default .*prints something else' table || fail "the instrumented program's output is the same"
grep -q '^  calls of [0-9]* functions; 0 of them differ' table || fail "calls: $(cat table)"

# per NAME FILE COLUMN: percent; the columns are plain, off, default, exact, gprof.
per() {
    awk -v name="$1" -v file="$2" -v column="$3" 'NF > 2 && $(NF - 1) == name && $NF == file { print int($column) }' table
}
# Of three loops of 3, 3 and 1 parts, whatever is between them: gprof's names know no files.
for column in 1 2 3 4; do
    less=$(per work one.c $column) more=$(per work two.c $column) inlined=$(per inlined one.c $column)
    [ "${less:-0}" -ge 2 ] && [ "$more" -gt "$less" ] && [ "$inlined" -gt "$less" ] ||
        fail "column $column: $(cat table)"
    [ "$(per library one.c $column)" -ge 2 ] || fail "what the library does is not its caller's: $(cat table)"
done

for column in 1 2; do
    for name in searching chased; do
        [ "$(per $name one.c $column)" -ge 2 ] || fail "$name, column $column: $(cat table)"
    done
done

# The stack begins at the same place for all ways of a round, and at another one in the next.
if setarch -R true 2>err; then
    cat >where.c <<'C'
#include <stdio.h>
int main(int count, char **words)
{
    return fprintf(stderr, "%p\n", (void *)&count) < 0 || !words;
}
C
    gcc -g -o where where.c
    printf '%s\n' 'where plain ./where' 'where again ./where' >list
    "$truth" --rounds=2 --looks=0 list >out 2>places || fail "status $?: $(cat places)"
    [ "$(wc -l <places)" -eq 4 ] && [ "$(sort -u places | wc -l)" -eq 2 ] && [ "$(head -2 places | sort -u | wc -l)" -eq 1 ] ||
        fail "places of the stack: $(cat places)"
fi

cat >list <<'L'
x instr ./instrumented
L
"$truth" list >out 2>err && status=0 || status=$?
[ $status -eq 71 ] && grep -q 'list: x has no command of the kind plain' err || fail "status $status: $(cat err)"
echo 'x plain' >list
"$truth" list >out 2>err && status=0 || status=$?
[ $status -eq 71 ] && grep -q 'PROGRAM KIND COMMAND' err || fail "status $status: $(cat err)"
echo 'x plain exit 3' >list
"$truth" --looks=0 list >out 2>err && status=0 || status=$?
[ $status -eq 71 ] && grep -q 'exit 3: ended with status 3' err || fail "status $status: $(cat err)"
