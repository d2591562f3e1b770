# folder.sh COMPILER LAUNCHER SOURCE - a folder for profiles that is not there yet is made for the job's as for that of a single
# process, in the first run; so is what lies beside it.
compiler=$1 launcher=$2 source=$3
mkdir store
export INSTR_TMPDIR="$PWD/store"
instr-cc $compiler -O1 -fopenmp -o linked "$source"
instr-cc --instr-output=%d/profiles/ $compiler -O1 -fopenmp -o built "$source"

# run PROGRAM: in a folder that holds the program alone. Prints nothing, and leaves no store.
run() {
    rm -rf run && mkdir run && cp "$1" run
    (cd run && $launcher -n 3 "./$1" none) >run.out 2>&1 || fail "$1 ended with $?: $(cat run.out)"
    [ ! -s run.out ] && [ ! "$(ls -A store)" ] || fail "$1: $(cat run.out; ls -A store)"
}

# check FOLDER FILES: as many files, and as many profiles of all three ranks as one.
check() {
    [ "$(ls "$1" | wc -l)" -eq "$2" ] || fail "$1 has $(ls "$1"), not $2 files"
    jobs=0
    for profile in "$1"/*.instr; do
        main=$(instr-report tree --csv --min=0 "$profile" | awk -F, '$2 == "main" { print $7, $20 }')
        [ "$main" != '3 3' ] || jobs=$((jobs + 1))
    done
    [ $jobs -eq 1 ] || fail "$1 has $jobs profiles of all ranks"
}

run built
check run/profiles 1
export INSTR_OUTPUT=new/
run linked
check run/new 1
INSTR_RANKS=all run linked
check run/new 1
INSTR_JOB=both run linked
check run/new 4
INSTR_TRACE=1 run linked
[ "$(ls run/new/*.trace | wc -l)" -eq 3 ] || fail "traces: $(ls run/new)"
check run/new 4


# Each rank on a machine of its own, without a folder that all share: nobody sees the others, and the profiles say what to do.
cat >apart <<'S'
#!/bin/sh
mkdir -p "on-$PMI_RANK$OMPI_COMM_WORLD_RANK" && cd "on-$PMI_RANK$OMPI_COMM_WORLD_RANK"
OMPI_COMM_WORLD_LOCAL_SIZE=1 MPI_LOCALNRANKS=1 exec ../linked none
S
chmod +x apart
INSTR_OUTPUT=own.instr $launcher -n 3 ./apart >apart.out 2>&1 || fail "apart: $(cat apart.out)"
for rank in 0 1 2; do
    instr-report on-$rank/own.instr | grep -qF 'ranks that did not sign in the folder of this profile (if all are measured: INSTR_JOB=one): 2' ||
        fail "apart: $(instr-report on-$rank/own.instr)"
done
INSTR_JOB=one INSTR_OUTPUT=$PWD/one.instr $launcher -n 3 ./apart >apart.out 2>&1 || fail "as one: $(cat apart.out)"
[ "$(instr-report tree --csv --min=0 one.instr | awk -F, '$2 == "main" { print $7, $20 }')" = '3 3' ] || fail "as one: $(ls)"
