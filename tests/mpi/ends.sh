# ends.sh COMPILER LAUNCHER SOURCE - a job ends as it would plainly, however it ends, and leaves what
# docs/dev/mpi.md promises.
compiler=$1 launcher=$2 source=$3
$compiler -O1 -fopenmp -o plain "$source"
instr-cc $compiler -O1 -fopenmp -o instrumented "$source"
mkdir store
export INSTR_TMPDIR="$PWD/store"

# run MODE: both programs, whose exit statuses must agree; but where ranks end without MPI_Finalize, or are killed after it,
# it is chance what MPICH's launcher sees first.
run() {
    rm -f ./*.instr
    $launcher -n 3 ./plain "$1" >plain.out 2>&1 && expected=0 || expected=$?
    $launcher -n 3 ./instrumented "$1" >instrumented.out 2>&1 && status=0 || status=$?
    case $1:$status in
    exit:* | early:* | die:[!0]*) return ;;
    esac
    [ $status -eq $expected ] ||
        fail "$1: the job ended with $status, plainly with $expected"
}

# recovered: what ranks left that did not come to write it. A launcher may be gone before they are.
recovered() {
    for try in $(seq 600); do
        for left in store/*.map; do
            [ ! -e "$left" ] || instr-report recover "$left" >/dev/null || fail "$left can't be recovered"
        done
        [ "$(ls store)" ] || return 0
        sleep 0.1
    done
}

# calls FUNCTION: in all profiles of this directory together.
calls() {
    instr-report flat --csv ./*.instr | awk -F, -v f="$1" '$1 == f { n += $5 } END { print n + 0 }'
}

for mode in none late threads openmp status; do
    run $mode
    check_one_profile
    case $mode in
    late | threads | openmp) expected=60 ;;
    *) expected=30 ;;
    esac
    [ "$(calls work)" -eq $expected ] || fail "$mode: work was called $(calls work) times, not $expected"
    [ "$(calls main)" -eq 3 ] || fail "$mode: main was called $(calls main) times"
    [ "$(calls MPI_Barrier)" -ge 3 ] || fail "$mode: no MPI_Barrier"
done

# One rank works on: the job's profile has all ranks until then, that rank's own what it did in all.
run after
[ "$(ls ./*.instr | wc -l)" -eq 2 ] || fail "after: $(ls ./*.instr)"
[ "$(instr-report flat --csv ./*-after.instr | awk -F, '$1 == "long_after" { print $5 }')" -eq 1 ] ||
    fail 'after: what the rank did is lost'
rm ./*-after.instr
[ "$(calls work)" -eq 30 ] && [ "$(calls main)" -eq 3 ] || fail 'after: the profile of the job was replaced'

# Killed when MPI is over: the profile of the job has what it did, and merged with another one of it that would count twice.
run die
recovered
[ "$(ls ./*.instr | wc -l)" -eq 1 ] && [ ! "$(ls store)" ] && [ "$(calls work)" -eq 30 ] || fail "die: $(ls ./*.instr store)"

# Two worlds, two profiles; not every MPI can start processes here.
run spawn
if [ $expected -eq 0 ]; then
    found=$(for profile in ./*.instr; do instr-report flat --csv "$profile" |
        awk -F, '$1 == "work" { print $5, $13 }'; done | sort -n | tr '\n' ' ')
    [ "$found" = '20 2 30 3 ' ] || fail "spawn: calls and ranks are $found"
fi
[ ! "$(ls store)" ] || recovered

# However a job is cut short: what its ranks did not write themselves is recovered.
for mode in abort early exit kill; do
    run $mode
    case $mode in
    abort) [ "$(calls MPI_Abort)" -eq 1 ] || fail 'abort: the profile of the rank is missing' ;;
    early | exit) [ "$(calls main)" -ge 1 ] || fail "$mode: no rank wrote a profile" ;;
    esac
    recovered
    [ "$(calls work)" -eq 30 ] && [ "$(calls main)" -eq 3 ] || fail "$mode: work was called $(calls work) times"
    [ ! "$(ls -A store)" ] || fail "$mode: left in the store: $(ls -A store)"
done
