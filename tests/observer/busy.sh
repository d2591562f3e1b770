# busy.sh FOLDER - time in which a thread is stopped, or has no processor, is no tiny function's and no probe's: these together
# take no more than the process took of its processors, by its own clock, and most of it, for it does little else.
set -eu
. "$INSTR_TEST_DIR/check.sh"
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr
instr-cc cc -O1 -w -o busy "$1/busy.c" -lpthread

# of NAME COLUMN [OPTION]: of one function, seconds.
of() {
    instr-report flat --csv $3 o.instr | awk -F, -v name="$1" -v column="$2" \
        'NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) at = i } $1 == name { print $at }'
}

# adds_up WHAT THREADS: the program was run, and said what it took. Of each thread looks stand for 50 ms too much at most (processor.c).
adds_up() {
    instr-report flat --no-pager o.instr | grep -q '^~ is estimated' || { echo "$1: nobody may look here"; return 0; }
    tiny=$(of tiny exclusive_s '') tinier=$(of tinier exclusive_s '')
    raw=$(of work inclusive_s --raw) net=$(of work inclusive_s '')
    awk -v cpu="$(cat took)" -v tiny="$tiny" -v tinier="$tinier" -v raw="$raw" -v net="$net" -v threads="$2" 'BEGIN {
        counted = tiny + tinier + raw - net
        printf "tiny %.3f, tinier %.3f, probes %.3f of %.3f s: %.2f\n", tiny, tinier, raw - net, cpu, counted / cpu
        exit !(counted < 1.03 * cpu + 0.05 * threads && counted > 0.4 * cpu && tiny > tinier) }' >said || fail "$1: $(cat said)"
    echo "$1: $(cat said)"
}

./busy 1 >took
adds_up 'by itself' 1
./busy 1 >took &
sleep 0.4
kill -STOP $!
sleep 2
kill -CONT $!
wait $!
adds_up 'stopped for a while' 1
for processor in $(seq "$(nproc)"); do
    sh -c 'while :; do :; done' &
    spinners="${spinners-} $!"
done
./busy 1 >took
kill $spinners
adds_up 'beside other work' 1
./busy 0.3 8 >took
adds_up 'on fewer processors than it has threads' 8
