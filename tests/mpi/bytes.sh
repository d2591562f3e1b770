# bytes.sh COMPILER LAUNCHER SOURCE - messages and bytes of four ranks in a line, by arithmetic: six sends to neighbours, three
# persistent sends to the right at each start, what comes out of windows and files.
compiler=$1 launcher=$2 source=$3
mkdir store
export INSTR_TMPDIR="$PWD/store"
# Where memory can't be read across processes, Open MPI has no other kind of window.
export OMPI_MCA_osc=pt2pt
instr-cc $compiler -O1 -o linked "$source"
instr-cc $compiler -O1 -c -o bytes.o "$source"
$compiler -o loaded bytes.o

# Of MPI-4.0 four starts of three numbers more.
starts='MPI_Start 6 240'
$compiler -E -dM -include mpi.h -x c /dev/null | grep -q 'define MPI_VERSION *[4-9]' && starts='MPI_Start 10 288'
cat >constant <<END
MPI_File_iread_at 4 32
MPI_File_read_at 4 96
MPI_File_read_at_all_end 4 160
MPI_File_write_at_all 4 160
MPI_Fetch_and_op 4 16
MPI_Get 4 112
MPI_Get_accumulate 4 64
MPI_Ineighbor_alltoall 4 48
MPI_Neighbor_allgather 8 54
MPI_Neighbor_alltoall 4 48
MPI_Neighbor_alltoallv 4 96
MPI_Neighbor_alltoallw 4 66
MPI_Rget 4 32
$starts
MPI_Startall 9 360
END
for program in linked loaded; do
    rm -f ./*.instr
    $launcher -n 4 ./$program >run.out 2>run.err || fail "$program: $(cat run.err)"
    check_one_profile $program
    { cat constant; echo "MPI_File_read_at_all 4 $(cat run.out)"; } | sort >expected
    instr-report flat --by=mpi --csv | awk -F, '/^MPI_/ && $6 > 0 && !/^MPI_Reduce,/ { print $1, $6, $7 }' | sort >found
    diff expected found || fail "$program: messages and bytes"
    # In a baseline the functions that called MPI have them.
    instr-report gate --record -o baseline 2>gate.err || fail "$program: $(cat gate.err)"
    awk '/eighbor/ { messages += $2; bytes += $3 } END { print messages, bytes }' constant >expected
    awk '/\t(neighbours|star)\t/ { messages += $(NF - 2); bytes += $NF } END { print messages, bytes }' baseline |
        diff expected - || fail "$program: the baseline: $(cat baseline)"
    [ "$(instr-report flat --by=communicator --csv | grep -c '^"*persistent.*MPI_Start')" -gt 0 ] ||
        fail "$program: started on no communicator: $(instr-report flat --by=communicator --csv)"
done
