# difference.sh - which functions made the difference, under `best` and on the page; and the times of threads.
. "$(dirname "$0")/common.sh"
cat >x.c <<'END'
static volatile double sink;
__attribute__((noinline)) static void compress(long n) { for (long i = 0; i < n; i++) sink += (double)i; }
__attribute__((noinline)) static void same(void) { for (long i = 0; i < 20000; i++) sink += (double)i; }
int main(void) { for (int i = 0; i < CALLS; i++) compress(WORK); same(); return 0; }
END
cat >p.lua <<'END'
list("work", {400000, 4000000})
list("calls", {1, 3})
predefined("default", {work = 4000000, calls = 1})
build("instr-cc cc -O1 -DWORK={work} -DCALLS={calls} -o x {project}/x.c")
run("./x", {warmup = 0, repeats = 2})
minimise {region = "main"}
END
instr-tune run p.lua >said 2>told || fail "run: $(cat told)"
instr-tune best p.lua >said || fail 'best'
grep -q '^compress [0-9.]* [mu]*s -> [0-9.]* [mu]*s, calls the same$' said || fail "which function: $(cat said)"
! grep -q '^same ' said || fail "one that is the same: $(cat said)"
instr-tune plot -o page.html p.lua
if command -v node >/dev/null; then
    node "$(dirname "$0")/page.js" page.html 'compress' || fail 'the page does not tell the functions'
fi

# Two threads that do half each: the largest, the sum, and the mean.
cat >t.c <<'END'
#include <omp.h>
static volatile double sink;
__attribute__((noinline)) static void piece(long n) { double s = 0; for (long i = 0; i < n; i++) s += (double)i; sink = s; }
int main(void)
{
    long n = 20000000;
#pragma omp parallel
    piece(n / omp_get_num_threads());
    return 0;
}
END
cat >t.lua <<'END'
list("threads", {1, 2})
build("instr-cc cc -O1 -fopenmp -o t {project}/t.c")
run("OMP_NUM_THREADS={threads} ./t", {warmup = 0, repeats = 1})
minimise {region = "piece"}
measure("sum", {region = "piece", threads = "sum"})
measure("mean", {region = "piece", threads = "mean"})
measure("calls", {region = "piece", metric = "calls"})
END
instr-tune run t.lua >said 2>told || fail "threads: $(cat told said)"
instr-tune export t.lua >table.csv
awk -F, '
    function far(a, b) { return a - b > 1e-6 * b || b - a > 1e-6 * b }
    $1 == 1 { one = !far($3, $4) && !far($3, $5) && $6 == 1 }
    $1 == 2 { two = !far($4, 2 * $5) && $3 >= $5 && $3 < 0.9 * $4 && $6 == 2 }
    END { exit !(one && two) }' table.csv || fail "threads: $(cat table.csv)"
