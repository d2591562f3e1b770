# kill.sh COMPILER LAUNCHER SOURCE TIMES [SEED] - one of 8 ranks is killed at random moments, from its start to
# past its MPI_Finalize: the job ends as it would plainly, and what all ranks had measured is recovered and
# merged, every call of it.
compiler=$1 launcher=$2 source=$3 times=$4 seed=${5:-$$}
ranks=8
echo "seed $seed"
$compiler -O1 -o plain "$source"
instr-cc $compiler -O1 -o instrumented "$source"
mkdir store
export INSTR_TMPDIR="$PWD/store" COUNTS="$PWD/counts"

# run PROGRAM RANK US: its exit status in $status, calls as the ranks counted them in $made.
run() {
    while :; do
        rm -f ./*.instr
        head -c 4096 /dev/zero >counts
        KILL_RANK=$2 KILL_US=$3 timeout -k 10 60 $launcher -n $ranks "$PWD/$1" >run.out 2>&1 && status=0 || status=$?
        # MPICH's launcher falls over itself, with the plain program too, when a rank dies before it has read its answer.
        grep -q 'process manager error' run.out || break
        pkill -KILL -f "^$PWD/$1\$" || true
        rm -f store/*
    done
    made=$(od -A n -t u8 -v -N 512 counts | awk '{ for (i = 1; i <= NF; i++) n += $i } END { print n }')
    started=$(od -A n -t u8 -v -j 512 -N 512 counts | awk '{ for (i = 1; i <= NF; i++) n += $i } END { print n }')
    reduced=$(od -A n -t u8 -v -j 1024 -N 512 counts | awk '{ for (i = 1; i <= NF; i++) n += $i } END { print n }')
}

# whole PROGRAM: how long a whole run of it takes, in $whole, us.
whole() {
    begin=$(date +%s%N)
    run "$1" 99 0
    whole=$((($(date +%s%N) - begin) / 1000))
    [ $status -eq 0 ] || fail "$1 ends with $status"
}

# The status that a rank killed after MPI_Init gives the job.
for part in 8 7 6 9 5 4 3 2 1; do
    whole plain
    run plain 1 $((whole * part / 10))
    killed=$status
    [ "$started" -lt $ranks ] || [ $killed -eq 0 ] || break
done
[ $killed -ne 0 ] || fail 'a killed rank does not show in the status of the job'
whole instrumented

awk -v n="$times" -v seed="$seed" -v ranks=$ranks -v whole="$whole" 'BEGIN {
    srand(seed); for (i = 0; i < n; i++) print int(rand() * ranks), int(rand() * whole) }' >moments
while read -r rank us; do
    run instrumented "$rank" "$us" </dev/null
    # In MPI_Init other ranks may find out first, and it is chance whose status the job's is; Open MPI's launcher
    # now and then waits for ever, with the plain program too.
    [ $status -eq $killed ] || [ $status -eq 0 ] || [ "$started" -lt $ranks ] || fail "rank $rank, $us us: ended with $status, plainly with $killed"
    [ $status -ne 0 ] || [ ! "$(ls store)" ] || fail "rank $rank, $us us: left in the store: $(ls store)"
    for left in store/*.map; do
        [ ! -e "$left" ] || instr-report recover "$left" >>recovered 2>&1 ||
            grep -q 'before it measured anything' recovered || fail "can't be recovered: $(cat recovered)"
    done
    rm -f store/*
    # Killed when the first rank had written the job's profile and the others had not heard of it: theirs are in it.
    for each in ./*.instr; do
        [ -e "$each" ] && instr-report flat --csv "$each" |
            awk -F, -v ranks=$ranks '$1 == "main" && $5 == ranks { ok = 1 } END { exit !ok }' || continue
        mv "$each" job && rm -f ./*.instr && mv job job.instr
        break
    done
    calls=0 messages=0 bytes=0 profiles=$(find . -maxdepth 1 -name '*.instr' | wc -l)
    if [ "$profiles" -gt 0 ]; then
        instr-report merge -o merged ./*.instr
        calls=$(instr-report flat --csv merged | awk -F, '$1 == "work" { n += $5 } END { print n + 0 }')
        instr-report flat --by=mpi --csv merged >mpi.csv
        messages=$(awk -F, '$1 == "MPI_Allreduce" { n += $6 } END { print n + 0 }' mpi.csv)
        bytes=$(awk -F, '$1 == "MPI_Allreduce" { n += $7 } END { print n + 0 }' mpi.csv)
        rm merged
    fi
    # A rank may have been killed between the probe's count and its own; what it did after the job's profile
    # was written is not much and in none.
    late=0
    [ "$profiles" -ne 1 ] || late=$((40 * ranks))
    echo "rank $rank after $us us: status $status, $profiles profiles, $calls calls of $made, $messages messages of $reduced"
    [ "$calls" -ge $((made - late)) ] && [ "$calls" -le $((made + ranks)) ] || fail "$calls calls in the profiles of $made made"
    # A rank that is killed, by us or then by the launcher, may be on its way into MPI.
    [ "$messages" -le "$reduced" ] && [ "$messages" -ge $((reduced - ranks)) ] && [ "$bytes" -le $((8 * messages)) ] &&
        [ "$bytes" -ge $((8 * messages - 8 * ranks)) ] || fail "$messages messages and $bytes bytes of $reduced calls of MPI_Allreduce"
done <moments
