# growth.sh CC MAKE_ODD - the laws of algorithms that are known, and what cannot be one.
cc=$1 make_odd=$2
unset INSTR_TIMING
export INSTR_TMPDIR="$PWD" TMPDIR="$PWD"
unset PAGER COLUMNS
growth() { instr-report growth "$@"; }

cat >laws.c <<'E'
#include <stdlib.h>
#include <string.h>
static int bubble_less(int a, int b) { return a < b; }
static void bubble_sort(int *a, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k + 1 < n - i; k++)
            if (bubble_less(a[k + 1], a[k])) { int t = a[k]; a[k] = a[k + 1]; a[k + 1] = t; }
}
static int worst_less(int a, int b) { return a < b; }
static int mean_less(int a, int b) { return a < b; }
static void quick_sort(int *a, int n, int (*less)(int, int)) {
    while (n > 1) {
        int at = 0, t;
        for (int i = 1; i < n; i++)
            if (less(a[i], a[0])) { t = a[++at]; a[at] = a[i]; a[i] = t; }
        t = a[0]; a[0] = a[at]; a[at] = t;
        quick_sort(a, at < n - at - 1 ? at : n - at - 1, less);
        if (at < n - at - 1) { a += at + 1; n -= at + 1; } else n = at;
    }
}
struct entry { struct entry *next; int key; };
static int bad_hash(int key) { return key * 0; }
static int same_key(int a, int b) { return a == b; }
static void hash_all(struct entry *pool, int n) {
    struct entry *table[64] = {0};
    for (int i = 0; i < n; i++) {
        struct entry **at = &table[bad_hash(i)];
        while (*at && !same_key((*at)->key, i)) at = &(*at)->next;
        *at = &pool[i];
        pool[i].key = i;
    }
}
static double multiply_add(double a, double b, double c) { return a * b + c; }
static double matrix(int n) {
    double sum = 0;
    for (int i = 0; i < n * n * n; i++) sum = multiply_add(i % n, i / n, sum);
    return sum;
}
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int half_of(int n) { return n / 2; }
static int halvings(int n) { int steps = 0; while (n > 1) { n = half_of(n); steps++; } return steps; }
static int middle_of(int low, int high) { return low + (high - low) / 2; }
static void merge_all(int low, int high) {
    if (high - low < 2) return;
    int middle = middle_of(low, high);
    merge_all(low, middle);
    merge_all(middle, high);
    for (int i = low; i < high; i++) half_of(i);
}
static int copy_char(const char *from, char *to) { *to = *from; return *from; }
static void append(char *text, char *copy) {
    char *from = text, *to = copy;
    while (copy_char(from, to)) from++, to++;
    strcpy(to, "x");
    strcpy(text, copy);
}
static int divides(int n, int by) { return n % by == 0; }
static int primes(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        for (int by = 1; by * by <= n; by++) sum += divides(i, by);
    return sum;
}
static int move_disc(int from) { return from; }
static int towers(int n) { return n ? towers(n - 1) + move_disc(n) + towers(n - 1) : 0; }
static int digit(int n) { return n % 10; }
static int digits(int n) { int sum = 0; for (int i = 0; i < n; i++) for (int k = n; k; k /= 2) sum += digit(k); return sum; }
int main(int argc, char **argv) {
    int n = atoi(argv[1]), m = argc > 2 ? atoi(argv[2]) : 5, sum = 0;
    int *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b), *c = malloc((size_t)n * sizeof *c);
    unsigned state = 1;
    for (int i = 0; i < n; i++) {
        state = state * 1103515245u + 12345u;
        a[i] = c[i] = (int)(state >> 8);
        b[i] = i;
    }
    bubble_sort(a, n);
    quick_sort(b, n, worst_less);
    quick_sort(c, n, mean_less);
    hash_all(calloc((size_t)n, sizeof(struct entry)), n);
    sum += matrix(n / 16) > 0;
    merge_all(0, n);
    char *text = calloc(2, (size_t)n + 2);
    for (int i = 0; i < n; i++) append(text, text + n + 2);
    sum += primes(n) + towers(m) + digits(n);
    return (sum + fib(m) + halvings(n)) * 0;
}
E
instr-cc --instr-paths=all "$cc" -O1 -w laws.c -o laws

sizes=128,256,512,1024,2048
growth --csv --sizes=$sizes -- ./laws {} >rows
# law FUNCTION LAW
law() { grep -q "^$1,laws.c,[0-9]*,function,$2," rows || fail "$1: $(grep "^$1," rows), not $2"; }
law bubble_less 'n^2'
law worst_less 'n^2'
law same_key 'n^2'
law copy_char 'n^2'
law multiply_add 'n^3'
law half_of 'n log n'
law bad_hash n
law append n
law middle_of n
law main constant
law divides 'n^3/2'
law digit 'n log n'
law bubble_sort constant
grep '^mean_less,' rows | grep -qE ',"?(n log n|n log\^2 n|n\^3/2)' || fail "mean_less: $(grep '^mean_less,' rows)"
growth --csv --sizes=8,10,12,14,16,18 -- ./laws 100 {} >rows
law fib '1.62^n'
law move_disc '2^n'
law bubble_less constant

# What grows faster than the input stands where it begins, with what it will be.
growth --sizes=$sizes -- ./laws {} >out
grep -q '^ *n^2 .* 2,096,128 .* 210,000,000 .* 21,000,000,000 .* bubble_less  laws.c:3, called by bubble_sort: constant' out || fail "bubble_less: $(cat out)"
grep -q '^[0-9]* functions: [0-9]* grow faster than the input' out || fail "the sum: $(cat out)"
# By its calls; that it copies more in each call is another matter, and a time.
! grep '  append  ' out | grep -qv ' n^[0-9.]* +-' || fail "append grows like the input: $(cat out)"

# The size is said, or the calls of a function.
for n in 100 200 400 800; do INSTR_OUTPUT=$n.instr ./laws $n; done
growth --csv 100=100.instr 800=800.instr 200=200.instr 400=400.instr >rows
law bubble_less 'n^2'
growth --csv --size=append [1248]00.instr >rows
law same_key 'n^2'
law append n
# Or it is an argument of the program, where its command was kept.
for n in 100 200 400 800; do INSTR_COMMAND=full INSTR_OUTPUT=kept$n.instr ./laws $n x; done
growth --csv --size=arg:1 kept*.instr >rows
law bubble_less 'n^2'
law bad_hash n

# Of call paths, and of what a function has of a metric.
growth --csv --paths --sizes=$sizes -- ./laws {} >rows
grep -q '^half_of,.*,n,.*,calls,main/merge_all/' rows || fail "paths: $(grep half_of rows)"
grep -q '^half_of,.*,log n,.*,calls,main/halvings/half_of,' rows || fail "paths: $(grep half_of rows)"
cat >held.c <<'E'
#include <stdlib.h>
#include <string.h>
static char *volatile last;
static void keep(int size) { last = malloc(size); }
static void once(int size) { last = malloc(size); }
static void load(int size) { once(size); }
int main(int argc, char **argv) { int n = atoi(argv[1]); for (int i = 0; i < n; i++) keep(i); load(n); return 0; }
E
instr-cc "$cc" -O1 -w held.c -o held
growth --csv --metric=heap-bytes --sizes=$sizes -- ./held {} >rows
grep -q '^keep,held.c,4,function,n^2,.*,heap-bytes,keep,' rows || fail "bytes of keep: $(cat rows)"
grep -q '^once,held.c,5,function,n,.*,heap-bytes,once,' rows || fail "bytes of once: $(cat rows)"
growth --metric=heap-bytes --sizes=$sizes -- ./held {} >out
grep -q '^heap-bytes in 5 runs' out && grep -q '^ *n^2 .* 2.0 MiB .* keep  held.c:4, called by main$' out || fail "the table of bytes: $(cat out)"
# The size is what a function has of a metric with all it calls, whatever is shown.
for n in 100 200 400 800; do INSTR_METRICS=heap INSTR_OUTPUT=held$n.instr ./held $n; done
growth --csv --size=load:heap-bytes held*.instr >rows
grep -q '^keep,held.c,4,function,n,.*,calls,keep,' rows || fail "calls of keep by bytes: $(cat rows)"
growth --csv --metric=heap-bytes --size=load:heap-bytes held*.instr >rows
grep -q '^keep,held.c,4,function,n^2,.*,heap-bytes,keep,' rows || fail "bytes of keep by bytes: $(cat rows)"

# Fifteen laws more: in calls, in the turns of loops, and in memory that is touched, each by its loop or the bytes that it asked for.
cat >fifteen.c <<'E'
#include <stdlib.h>
#include <string.h>
static volatile int sink;
static void n_call(void) { sink++; }
static void n_log_n_call(void) { sink++; }
static void root_call(void) { sink++; }
static void square_call(void) { sink++; }
static void power_call(int n) { if (n) { power_call(n - 1); power_call(n - 1); } }
static void halves(int n) { if (n > 1) { halves(n / 2); halves(n - n / 2); } for (int i = 0; i < n; i++) n_log_n_call(); }
static void calls(int n)
{
    for (int i = n; i > 0; i--) n_call();
    halves(n);
    for (int i = 0; i < n; i++) for (int k = 0; k * k < n; k++) root_call();
    for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) square_call();
}
static void n_turns(int n) { while (n-- > 0) sink++; }
static void n_log_n_turns(int n)
{
    for (int i = 0; i < n; i++)
        for (int k = n; k > 1; k /= 2) sink += k;
}
static void root_turns(int n)
{
    int i = 0;
    do
        for (int k = 0; k * k < n; k++) if (k == i) continue; else sink += k;
    while (++i < n);
}
static void square_turns(int *a, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = i; k > 0 && a[k - 1] > a[k]; k--) { int t = a[k]; a[k] = a[k - 1]; a[k - 1] = t; }
}
static void power_turns(int n)
{
    for (unsigned long set = 0;; set++) if (set == 1ul << n) return; else sink++;
}
static int n_memory(int n) { return *(char *)memset(malloc(n), 1, n); }
static int n_log_n_memory(int n)
{
    int bits = 0;
    while (1 << bits < n) bits++;
    return *(char *)memset(malloc((size_t)n * bits), 1, (size_t)n * bits);
}
static int root_memory(int n)
{
    int root = 1;
    while (root * root < n) root++;
    return *(char *)memset(malloc((size_t)n * root), 1, (size_t)n * root);
}
static int square_memory(int n)
{
    char *rows = calloc(n, n);
    int sum = 0;
    for (char *at = rows; at < rows + (size_t)n * n; at++) sum += (*at)++;
    return sum;
}
static int power_memory(int n)
{
    char *all = malloc(1ul << n);
    for (size_t i = 0; i < 1ul << n; i++) all[i] = 1;
    return *all;
}
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = argc > 2 ? atoi(argv[2]) : 1, *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) a[i] = n - i;
    calls(n), power_call(m), n_turns(n), n_log_n_turns(n), root_turns(n), square_turns(a, n), power_turns(m);
    sink += n_memory(n) + n_log_n_memory(n) + root_memory(n) + square_memory(n) + power_memory(m);
    return 0;
}
E
instr-cc --instr-level=3 "$cc" -O2 -w fifteen.c -o fifteen
# fifteen LAW NAME...
fifteen() {
    of=$1
    shift
    for name; do grep -q "^$name,fifteen.c,[0-9]*,[a-z]*,$of," rows || fail "$name: $(grep "^$name," rows), not $of"; done
}
sizes=64,256,1024,4096
growth --csv --sizes=$sizes -- ./fifteen {} >rows
fifteen n n_call 'n_turns: turns of loop 1'
fifteen 'n log n' n_log_n_call 'n_log_n_turns: turns of loop 2'
fifteen 'n^3/2' root_call 'root_turns: turns of loop 2'
fifteen 'n^2' square_call 'square_turns: turns of loop 2' 'square_memory: turns of loop 1'
fifteen constant 'power_turns: turns of loop 1'
grep -q '^square_turns: turns of loop 2,.*,square_turns: loop 2,0,' rows || fail "what a loop is in: $(grep square_turns rows)"
growth --sizes=$sizes -- ./fifteen {} >out
grep -q '^ *n^2 .* 8,386,560 .* 839,000,000 .* square_turns: turns of loop 2  fifteen.c:33, in square_turns: loop 2: n$' out || fail "a loop: $(cat out)"
growth --csv --metric=heap-bytes --sizes=$sizes -- ./fifteen {} >rows
fifteen n n_memory
fifteen 'n log n' n_log_n_memory
fifteen 'n^3/2' root_memory
fifteen 'n^2' square_memory
growth --csv --sizes=6,8,10,12,14 -- ./fifteen 4 {} >rows
fifteen '2^n' power_call 'power_turns: turns of loop 1' 'power_memory: turns of loop 1'
fifteen constant 'square_turns: turns of loop 2'

# What grows inside a function, of which the calls do not: by times that are made, with an error of some percent.
i=0
for n in 1000 2000 4000 8000 16000; do
    i=$((i + 1))
    "$make_odd" pair $((n * n * (99 + 2 * (i % 2)) / 100)) $((n * 900 + n * 9 * (i % 3))) 1 made$n.instr
done
growth --csv 1000=made1000.instr 2000=made2000.instr 4000=made4000.instr 8000=made8000.instr 16000=made16000.instr >rows
python3 - <<'E' || fail "what grows in a call: $(cat rows)"
import csv, sys
rows = {row['name']: row for row in csv.DictReader(open('rows'))}
solve, burn = rows['solve'], rows['burn']
power = lambda row, key: (float(row[key]), float(row[key + '_error']))
def near(said, of):
    return abs(said[0] - of) <= said[1] < 0.1
sys.exit(not (solve['law'] == burn['law'] == 'constant' and near(power(solve, 'call_power'), 2) and near(power(solve, 'exclusive_power'), 2) and
              near(power(burn, 'call_power'), 1) and solve['dearer'] == '1' and burn['dearer'] == '0' and
              90 < float(solve['exclusive_10_s']) / float(solve['exclusive_s']) < 110 and list(rows)[0] == 'solve'))
E
growth 1000=made1000.instr 2000=made2000.instr 4000=made4000.instr 8000=made8000.instr 16000=made16000.instr >out
grep -q '^ *constant .* n^2.00 +-0.0[0-9] .* solve  pair.c:2, called by main: constant' out || fail "what grows in a call: $(cat out)"
! grep -q '  burn  ' out || fail "it takes what the input does: $(cat out)"
# From four sizes of which each is twice off by chance nothing is said.
growth --csv 1000=made1000.instr 2000=made4000.instr 4000=made2000.instr 8000=made8000.instr >rows
grep -q '^solve,.*,0$' rows || fail "what is not known: $(cat rows)"

# wrong MESSAGE ARGUMENTS...
wrong() {
    message=$1 status=0
    shift
    growth "$@" >out 2>err || status=$?
    [ $status = 71 ] && grep -q -- "$message" err || fail "growth $*: status $status, $(cat err)"
}
wrong 'write SIZE=100.instr' 100.instr
wrong 'runs of 4 different sizes, not 2' 100=100.instr 200=200.instr 200=200.instr
wrong 'absent is called less than twice' --size=absent 100.instr
wrong '--sizes=1000' -- ./laws 100
wrong 'one metric' --metric=heap-calls,heap-bytes --sizes=$sizes -- ./held {}
wrong 'heap-bytes was not measured' --metric=heap-bytes --size=append 100.instr
wrong '--sizes needs numbers' --sizes=100,many -- ./laws {}
wrong '100.instr: its arguments were not kept: run the program with INSTR_COMMAND=full' --size=arg:1 100.instr
wrong 'kept100.instr: it had fewer than 3 arguments' --size=arg:3 kept*.instr
wrong "kept100.instr: argument 2 is not a number above 1: 'x'" --size=arg:2 kept*.instr
wrong 'all 2 runs have the same size, 100' --size=arg:1 kept100.instr kept100.instr
wrong 'heap-bytes was not measured' --size=append:heap-bytes 100.instr
wrong "held100.instr: absent has only 0 of heap-bytes, which can't be a size" --size=absent:heap-bytes held100.instr
