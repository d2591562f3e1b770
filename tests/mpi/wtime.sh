# wtime.sh COMPILER LAUNCHER SOURCE - INSTR_CLOCK=mpi_wtime: times are the program's MPI_Wtime where that may be asked at any
# time; with another MPI the profile says that it was timed by something else. The program runs as ever.
compiler=$1 launcher=$2 source=$3
cat >fast.c <<'END'
#include <time.h>
double PMPI_Wtime(void);
double PMPI_Wtime(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}
END
cc -O1 -c fast.c
instr-cc $compiler -O1 -o linked "$source" fast.o
instr-cc $compiler -O1 -c -o wtime.o "$source"
$compiler -o loaded wtime.o fast.o
for program in linked loaded; do
    rm -f ./*.instr
    [ "$(INSTR_CLOCK=mpi_wtime $launcher -n 2 ./$program)" = 'done' ] || fail "$program ended otherwise"
    rm -f ./*-after.instr # a second on this clock is a millisecond, so each rank works on for long
    check_one_profile
    clock=$(instr-report tree --json | sed -n 's/.*"clock": *"\([a-z_]*\)".*/\1/p' | head -n 1)
    case $compiler in
    *openmpi*) expected=mpi_wtime least=5 most=1e9 ;;
    *) expected=monotonic least=0.02 most=5 ;;
    esac
    [ "$clock" = $expected ] || fail "$program: the clock is '$clock'"
    instr-report tree --csv --min=0 | awk -F, -v least=$least -v most=$most '
        $2 == "main/work" { ok = $7 == 4 && $9 > 2 * least && $9 < 2 * most } END { exit !ok }' ||
        fail "$program: $(instr-report tree --csv --min=0)"
    if [ $expected = monotonic ]; then
        instr-report | grep -q 'the clock of INSTR_CLOCK' || fail "$program: nothing is said of the clock"
    fi
done
