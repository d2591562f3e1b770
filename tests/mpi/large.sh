# large.sh COMPILER LAUNCHER SOURCE - what MPI-4.0 added is timed and its bytes are counted; with an MPI that is older the
# functions are no more there than they are plainly.
compiler=$1 launcher=$2 source=$3
$compiler -E -dM -include mpi.h -x c /dev/null | grep -q 'define MPI_VERSION *[4-9]' || {
    printf 'char MPI_Send_c();\nint main(void) { return MPI_Send_c(); }\n' >has.c
    ! $compiler -o has has.c 2>/dev/null || fail 'the test is wrong: this MPI has MPI_Send_c'
    ! instr-cc $compiler -o has has.c 2>/dev/null || fail 'MPI_Send_c is there by us alone'
    exit 0
}

$compiler -O1 -o plain "$source"
instr-cc $compiler -O1 -o linked "$source"
instr-cc $compiler -O1 -c -o large.o "$source"
$compiler -o loaded large.o
sort >expected <<END
MPI_Alltoallv_c 3 3 720
MPI_Bcast_c 3 1 8000
MPI_File_write_at_c 3 3 24000
MPI_Send_c 6 0 0
MPI_Sendrecv_c 3 3 24000
END
for program in linked loaded; do
    rm -f ./*.instr
    $launcher -n 3 ./$program || fail "$program"
    check_one_profile
    instr-report flat --by=mpi --csv | awk -F, '/_c,/ && !/Type/ { print $1, $2, $6, $7 }' | sort >found
    diff expected found || fail "$program: messages and bytes"
    [ "$(instr-report flat --csv | awk -F, '$1 == "MPI_Allreduce_init" { print $5 }')" = 3 ] || fail "$program: MPI_Allreduce_init"
    rm -f ./*.instr
    [ "$($launcher -n 3 ./plain sessions)" = "$($launcher -n 3 ./$program sessions)" ] || fail "$program: sessions print something else"
    [ "$(instr-report flat --csv ./*.instr | awk -F, '$1 == "MPI_Allreduce_c" { n += $5 } END { print n }')" = 3 ] ||
        fail "$program: sessions"
    rm -f ./*.instr
    INSTR_OUTPUT=session.%r.instr $launcher -n 3 ./$program sessions >/dev/null
    for rank in 0 1 2; do
        [ -e session.$rank.instr ] || fail "$program: with sessions the ranks have no numbers: $(ls ./*.instr)"
    done
    instr-report merge -o merged ./*.instr && [ "$(instr-report tree --csv --min=0 merged | awk -F, '$2 == "main" { print $7, $20 }')" = '3 3' ] ||
        fail "$program: the profiles of sessions can't be merged"
done
