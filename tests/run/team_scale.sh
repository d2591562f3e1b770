# team_scale.sh - runs of one rank with different numbers of threads are compared by these: what is divided among them, and what is not.
cat >program.c <<'EOF'
#include <stdlib.h>
#include <unistd.h>
static int threads;
static void divided(int turns)
{
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int i = 0; i < turns; i++)
        usleep(10000);
}
static void alone(void)
{
    usleep(40000);
}
int main(int argc, char **argv)
{
    threads = atoi(argv[argc - 1]);
    divided(32);
    alone();
    return 0;
}
EOF
for compiler in ${TEST_COMPILERS:-gcc clang}; do
    instr-cc "$compiler" -O1 -fopenmp -o program program.c
    for threads in 4 1 2; do
        INSTR_OUTPUT=$threads.instr ./program $threads
    done
    instr-report diff --scale --csv --min=0 4.instr 1.instr 2.instr >scale.csv
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $1 == "(whole run)" { runs = runs " " $at["threads"]; speedup = $at["speedup"]; balance = $at["load_balance"] }
        $1 == "alone" { serial = $at["growth"] }
        $at["ranks"] != 1 { print "ranks: " $0 }
        END {
            if (runs != " 1 2 4") print "runs of" runs " threads"
            if (!(speedup > 1.5 && speedup < 4)) print "4 threads are " speedup " times as fast"
            if (!(balance > 0.4 && balance <= 1)) print "their balance is " balance
            if (!(serial < -0.7)) print "a mean of threads of what one of them does grows with " serial
        }' scale.csv >wrong
    [ ! -s wrong ] || fail "$compiler: $(cat wrong scale.csv)"
    instr-report diff --scale 4.instr 1.instr 2.instr >out
    grep -q '4 threads' out || fail "$compiler: $(cat out)"
done
