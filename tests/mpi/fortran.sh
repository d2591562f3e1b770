#!/bin/sh
# fortran.sh COMPILER LAUNCHER SOURCES - calls of MPI from Fortran, by each of its interfaces, and from a library that is not
# instrumented are in the profile: calls, messages and bytes, whoever links the program, below the main program where that is measured.
# Waiting is told by the line that calls, with and without debug information.
set -eu
. "$INSTR_TEST_DIR/check.sh"
compiler=$1 launcher=$2 sources=$3
mkdir store
export INSTR_TMPDIR="$PWD/store"
export LD_LIBRARY_PATH="$PWD${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
fortran=$(echo "$compiler" | sed 's/mpicc/mpif90/')
$compiler -O1 -fPIC -shared -o liblibrary.so "$sources/library.c"
instr-cc $compiler -O1 -c -o work.o "$sources/work.c"

# Name, calls, messages, bytes: of three ranks.
cat >expected <<END
MPI_Allreduce 3 3 12
MPI_Barrier 3 0 0
MPI_Bcast 6 2 32
MPI_Recv 5 0 0
MPI_Scan 3 3 12
MPI_Send 5 5 120
END
for call in 'MPI_Recv(' 'MPI_Bcast(' 'MPI_Allreduce('; do
    echo "main.F90:$(grep -n "call $call" "$sources/main.F90" | cut -d: -f1) main/${call%?}"
done >expected_sites
for interface in 'HEADER -O1' 'MODULE -O2 -g -fno-plt' 'F08 -O3 -masm=intel'; do
    for linker in '' instr-cc; do
        rm -f ./*.instr
        $linker $fortran -D$interface -o main "$sources/main.F90" work.o -L. -llibrary
        $launcher -n 3 ./main >run.out 2>run.err || fail "$interface: $(cat run.err)"
        [ "$(cat run.out)" = 15 ] || fail "$interface: printed $(cat run.out)"
        check_one_profile "$interface"
        instr-report flat --by=mpi --csv | awk -F, '$1 ~ /^MPI_(All|Ba|Bc|Recv|Scan|Send)/ { print $1, $2, $6 + 0, $7 + 0 }' | sort >found
        diff expected found || fail "$interface, linked by '$linker'"
        path=${linker:+main/}work/MPI_Scan
        instr-report tree --csv --min=0 | grep -q ",$path," || fail "$interface: $(instr-report tree --csv --min=0 | cut -d, -f2)"
        [ "$linker" ] || continue
        instr-report waiting --by=site --min=0 --csv >sites.csv
        awk '
            FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            $at["waiting_s"] > 0.05 && $at["path"] ~ /^main\/MPI_(Recv|Bcast|Allreduce)$/ { print $at["site"], $at["path"] }
            $at["site"] != "" && $at["path"] ~ /MPI_Scan/ { print "of a library: " $at["site"] }' FS=, sites.csv | sort -t: -n -k2 >found
        diff expected_sites found || fail "$interface: $(cat sites.csv)"
    done
done

# Where no call can be seen it is said, on how many ranks.
said='ranks of which no call of MPI was seen'
if instr-report tree | grep "$said"; then fail 'calls were seen'; fi
rm -f ./*.instr
instr-cc $compiler -O1 -o hidden "$sources/hidden.c"
$launcher -n 3 ./hidden || fail 'the program ended with an error'
check_one_profile hidden
instr-report tree | grep -q "$said: 3$" || fail "hidden: $(instr-report tree)"
rm -f ./*.instr
$launcher -n 1 ./hidden || fail 'the program ended with an error'
if instr-report tree | grep "$said"; then fail 'one rank alone'; fi
