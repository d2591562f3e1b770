# Rows A4, C4 and C5 of the list in README.md: ccache outside and inside, MPI wrappers outside and inside.
. "$(dirname "$0")/lib.sh"

printf 'int f(int x) { return x + 1; }\n' >f.c
printf '#include <stdio.h>\nint f(int);\nint main(void) { printf("%%d\\n", f(1)); return 0; }\n' >main.c
CCACHE_DIR=$PLACE/cache
export CCACHE_DIR
probes() { readelf -rW "$1" | sed -n 's/.*relainstr_counts.* contains \([0-9]*\) .*/\1/p'; }

if command -v ccache >/dev/null; then
    for turn in first second; do
        CCACHE_LOGFILE=$PLACE/inside.log "$INSTR" ccache gcc -O2 -c f.c -o inside.$turn.o
        is "A4 ccache inside" "$(probes inside.$turn.o)" 1
        CCACHE_EXTRAFILES=$INSTR ccache "$INSTR" gcc -O2 -c f.c -o outside.$turn.o
        is "A4 ccache outside" "$(probes outside.$turn.o)" 1
        CCACHE_EXTRAFILES=$INSTR CCACHE_PREFIX=$INSTR ccache gcc -O2 -c f.c -o prefix.$turn.o
        is "A4 CCACHE_PREFIX" "$(probes prefix.$turn.o)" 1
    done
    for kind in inside outside prefix; do
        same "C5 ccache $kind" $kind.first.o $kind.second.o
    done
    has "C5 the cache hits" inside.log 'cache_hit'
    "$INSTR" gcc -O2 -c f.c -o bare.o
    same "C5 through the cache" bare.o inside.second.o
fi

cat >mpi.c <<'C'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d\n", rank);
    MPI_Finalize();
    return 0;
}
C
for flavour in openmpi mpich; do
    mpicc=mpicc.$flavour
    command -v $mpicc >/dev/null || continue
    "$INSTR" $mpicc -c mpi.c -o outer.o
    OMPI_CC=$INSTR MPICH_CC=$INSTR INSTR_CC=gcc $mpicc -c mpi.c -o inner.o
    OMPI_CC=$INSTR MPICH_CC=$INSTR INSTR_CC=gcc "$INSTR" $mpicc -c mpi.c -o double.o
    for o in outer inner double; do
        is "A4 $flavour $o" "$(probes $o.o)" 1
    done
    same "A4 $flavour" outer.o inner.o
    same "A4 $flavour" outer.o double.o
    "$INSTR" $mpicc mpi.c -o app.$flavour
    OMPI_CC=$INSTR MPICH_CC=$INSTR INSTR_CC=gcc $mpicc mpi.c -o app2.$flavour
    if [ -e "${BIN%/*}"/lib*/instr/libinstr_mpi-$flavour.a ]; then
        nm app.$flavour | grep -q ' W MPI_Init$' || fail "C4 $flavour: no MPI wrappers"
        nm app2.$flavour | grep -q ' W MPI_Init$' || fail "C4 $flavour: no MPI wrappers when nested"
    fi
    "$INSTR" $mpicc main.c f.c -o none.$flavour
    ! nm none.$flavour | grep -q ' W MPI_Init$' || fail "C4 $flavour: wrappers in a program without MPI"
    ./none.$flavour >out
    is "C4 $flavour" "$(cat out)" 2
done
finish
