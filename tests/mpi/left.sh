# left.sh COMPILER LAUNCHER - ranks of a job are killed, all or those that one left alone: `recover` makes a profile of each, and says
# how they become one, with those that ranks wrote themselves.
compiler=$1 launcher=$2
cat >killed.c <<'C'
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
__attribute__((noinline)) static void work(void) { __asm__ volatile(""); }
int main(int count, char **names)
{
    int rank;
    MPI_Init(&count, &names);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    work();
    MPI_Barrier(MPI_COMM_WORLD);
    if (count > 1 && rank == 1)
        exit(3);
    if (count > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    raise(SIGKILL);
    return 0;
}
C
instr-cc $compiler -O1 -o killed killed.c
mkdir store
export INSTR_TMPDIR="$PWD/store"

# recovered WORDS...: runs the job with these, and sets command to how its profiles become one.
recovered() {
    $launcher -n 3 ./killed "$@" >out 2>&1 || true
    : >said
    for try in $(seq 600); do
        instr-report recover >>said 2>err || fail "recover: $(cat err)"
        [ -n "$(ls store)" ] && sleep 0.1 || break
    done
    [ "$(ls ./*.instr | wc -l)" -le 3 ] && [ -z "$(ls store)" ] || fail "not recovered: $(ls . store)"
    command=$(sed -n "s/^[0-9] of the 3 ranks of a job; '\(instr-report merge -o job.instr .*\)' makes.*/\1/p" said | tail -n 1)
    [ -n "$command" ] || fail "merge is not proposed: $(cat said)"
}

recovered
$command || fail "can't be typed: $command"
[ "$(ls ./*.instr | wc -l)" -gt 2 ] || exit 0 # a launcher ended the others before they were ranks
instr-report tree --by=rank --csv --no-pager job.instr >ranks || fail "no job's profile: $command"
[ "$(instr-report flat --csv job.instr | awk -F, '$1 == "work" { print $5 }')" -ge 2 ] || fail "$command: $(cat ranks)"

# An older job's files are no ranks of this one, whose first rank to go wrote its own.
for old in ./*.instr; do
    mv "$old" "$old.old"
done
recovered exit
[ "$(echo "$command" | wc -w)" = $((4 + $(ls ./*.instr | wc -l))) ] || fail "left out: $command of $(ls ./*.instr)"
