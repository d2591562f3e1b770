# waits_ending.sh COMPILER LAUNCHER - for how long ranks wait in MPI_Finalize for the last one, beside when each came there by its own clock.
compiler=$1 launcher=$2
cat >program.c <<'C'
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <stdio.h>
#include <time.h>
static void work(long ms) { nanosleep(&(struct timespec){0, ms * 1000000}, NULL); }
int main(int argc, char **argv)
{
    int rank;
    struct timespec now;
    char name[32];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    work(rank == 1 ? 600 : 50 * rank);
    snprintf(name, sizeof name, "came.%d", rank);
    FILE *file = fopen(name, "w");
    clock_gettime(CLOCK_MONOTONIC, &now);
    fprintf(file, "%lld\n", now.tv_sec * 1000000000ll + now.tv_nsec);
    fclose(file);
    return MPI_Finalize();
}
C
instr-cc $compiler -O1 -o program program.c
INSTR_OUTPUT=all.instr timeout 100 $launcher -n 3 ./program
truth=$(cat came.* | awk '{ sum += $1; if ($1 > last) last = $1 } END { printf "%.6f", (NR * last - sum) / 1e9 }')
instr-report all.instr >screen
grep -q 'others wait for it in MPI_Finalize' screen || fail "$(cat screen)"
said=$(instr-report waiting all.instr | sed -n 's/^in MPI_Finalize ranks waited \([0-9.]*\) \(m*s\) for the last one.*/\1 \2/p')
echo "$said $truth" | awk '{ waited = $1 / ($2 == "ms" ? 1000 : 1); off = waited - $3 }
    END { exit !(waited > 0.9 && off * off < 0.03 * 0.03) }' || fail "waited $said, not $truth s"
