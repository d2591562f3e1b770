# waits_cut.sh COMPILER LAUNCHER SOURCE - the log of who waited for whom is there whenever its rank is killed: while it is thinned, as there
# are too many messages, and while it is put in order in MPI_Finalize.
compiler=$1 launcher=$2 source=$3
instr-cc $compiler -O1 -o program "$source"
export INSTR_TMPDIR=$PWD/left
mkdir left
# Turns, and microseconds.
for run in '100000 2000' '100000 6000' '100000 12000' '250000 4000' '250000 20000' '0 1500000' '0 1900000'; do
    rm -rf waited ./*.instr left/*
    timeout 100 $launcher -n 2 ./program $run >said 2>&1 || :
    for try in $(seq 1200); do # a launcher may end before its processes
        instr-report recover >>said 2>&1
        set -- program*.instr
        [ $# != 2 ] && { [ $# != 1 ] || [ ! -e "$1" ]; } || break
        sleep 0.05
    done
    unknown=$(instr-report "$@" | sed -n 's/.*whose waiting is not known: //p')
    case $unknown in '' | ? | ??) ;; *) fail "$run: of $unknown calls nothing is known" ;; esac
    # Numbers that are off by one would tell of messages that came before they were sent.
    metrics=waiting,clock-error
    ! instr-report tree --csv --metric=waiting-error "$@" >/dev/null 2>&1 || metrics=$metrics,waiting-error
    instr-report tree --csv --min=0 --metric=$metrics "$@" | awk -F, -v "waited=$(od -An -tf8 waited)" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["path"] == "main/MPI_Sendrecv" {
            found = $at["metric_waiting_inclusive"]
            error = "metric_waiting-error_inclusive" in at ? $at["metric_waiting-error_inclusive"] : 0
            early = $at["metric_clock-error_inclusive"]
        }
        END { print found " of " waited " with an error of " error; exit !(found > 0.7 * waited - 3 * error && early < 1e6) }' >wrong ||
        fail "$run: $(cat wrong)"
done
