# stand_ins.sh COMPILER LAUNCHER - programs with functions of their own that bear MPI's names, as many have for a build without MPI:
# they run as plainly, and no MPI comes into them.
compiler=$1
export INSTR_OUTPUT="$PWD/program.instr"

cat >shim.h <<'C'
#ifdef C_LINKAGE
extern "C" {
#endif
int MPI_Init(int *, char ***);
int MPI_Comm_rank(int comm, int *rank);
int MPI_Comm_size(int comm, int *size);
int MPI_Allreduce(const double *from, double *to, int count, int type, int op, int comm);
int MPI_Send(const void *buffer, int count, int type, int to, int tag, int comm);
int MPI_Barrier(int comm);
#ifdef C_LINKAGE
double MPI_Wtime(void);
}
#else
double MPI_Wtime(void);
#endif
#ifdef __cplusplus
extern "C"
#endif
int MPI_Finalize(void);
C
cat >shim.c <<'C'
#include "shim.h"
#ifndef WEAK
#define WEAK
#endif
WEAK int MPI_Init(int *count, char ***words) { (void)count, (void)words; return 0; }
#ifdef PROFILED
int PMPI_Init(int *count, char ***words) { return MPI_Init(count, words); }
#endif
WEAK int MPI_Comm_rank(int comm, int *rank) { (void)comm; *rank = 0; return 0; }
WEAK int MPI_Comm_size(int comm, int *size) { (void)comm; *size = 1; return 0; }
WEAK int MPI_Allreduce(const double *from, double *to, int count, int type, int op, int comm)
{
    (void)type, (void)op, (void)comm;
    for (int i = 0; i < count; i++)
        to[i] = from[i];
    return 0;
}
WEAK int MPI_Send(const void *buffer, int count, int type, int to, int tag, int comm)
{
    (void)buffer, (void)count, (void)type, (void)to, (void)tag, (void)comm;
    return 1;
}
WEAK int MPI_Barrier(int comm) { (void)comm; return 0; }
WEAK double MPI_Wtime(void) { return 0; }
WEAK int MPI_Finalize(void) { return 0; }
C
cat >main.c <<'C'
#include "shim.h"
#include <stdio.h>
#include <string.h>
int main(int count, char **words)
{
    int rank = 7, size = 7, refused;
    double one = 1, two = 0;
    char line[512];
    MPI_Init(&count, &words);
    MPI_Comm_rank(0, &rank);
    MPI_Comm_size(0, &size);
    MPI_Allreduce(&one, &two, 1, 11, 3, 0);
    refused = MPI_Send(&one, 1, 11, 1, 0, 0);
    MPI_Barrier(0);
    two += MPI_Wtime();
    MPI_Finalize();
    printf("rank %d of %d: %.1f, %d\n", rank, size, two, refused);
    FILE *maps = fopen("/proc/self/maps", "r");
    for (int seen = 0; maps && fgets(line, sizeof line, maps);)
        if (!seen && (strstr(line, "libmpi") || strstr(line, "libinstr_mpi")))
            seen = printf("with MPI\n");
    return 3;
}
C
cp main.c main.cc
cp shim.c shim.cc

# same NAME: ./plain and ./program say the same, and end alike.
same() {
    ./plain >plain.out 2>&1 && expected=0 || expected=$?
    timeout 60 ./program >out 2>&1 && status=0 || status=$?
    [ $expected = 3 ] && [ $status = 3 ] && diff plain.out out || fail "$1: status $status, plainly $expected; $(cat out)"
    [ "$(column_of main calls program.instr)" = 1 ] || fail "$1: main"
}

for language in c cc; do
    case $language in c) cc=gcc ;; *) cc=g++ ;; esac
    for flags in "" -DC_LINKAGE "-DWEAK=__attribute__((weak))" -DPROFILED; do
        case $language:$flags in c:-DC_LINKAGE) continue ;; esac
        $cc -O1 -w $flags -o plain main.$language shim.$language
        instr-cc $cc -O1 -w $flags -o program main.$language shim.$language
        same "$cc $flags"
        $cc -O1 -w -shared -fPIC $flags -o libshim.so shim.$language
        $cc -O1 -w $flags -o plain main.$language ./libshim.so
        instr-cc $cc -O1 -w $flags -o program main.$language ./libshim.so
        same "$cc $flags, in a library"
        ! grep -q 'with MPI' out || fail "$cc $flags: MPI was loaded"
    done
done

# Where a real one is in the process besides, as by a library that may use it, it has not begun.
libraries=$($compiler -show -o x x.c 2>/dev/null | tr ' ' '\n' | grep -E '^-(L|l|Wl,-rpath)' | tr '\n' ' ')
for how in "main.c shim.c" "main.c ./libshim.so"; do
    gcc -O1 -w -shared -fPIC -o libshim.so shim.c
    gcc -O1 -w -o plain $how -Wl,--no-as-needed $libraries
    instr-cc gcc -O1 -w -o program $how -Wl,--no-as-needed $libraries
    ./plain | grep -q 'with MPI' || fail "$how: no MPI is there"
    same "$how beside MPI"
done

# And a program of MPI whose linker finds weak ones behind it has the real one.
cat >real.c <<'C'
#include <mpi.h>
#include <stdio.h>
int main(int count, char **words)
{
    int rank = 7, size = 7;
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    printf("rank %d of %d\n", rank, size);
    return 3;
}
C
gcc -O1 -w -shared -fPIC -DWEAK='__attribute__((weak))' -o libshim.so shim.c
$compiler -O1 -o plain real.c -Wl,--no-as-needed ./libshim.so
instr-cc $compiler -O1 -c -o real.o real.c
$compiler -o program real.o -Wl,--no-as-needed ./libshim.so
same 'weak ones beside MPI'
