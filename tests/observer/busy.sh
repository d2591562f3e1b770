# busy.sh FOLDER - time in which a thread is stopped is no tiny function's and no probe's: these together take no more than the
# process had of its processors, or was ready to run and had none, and most of it, for it does little else but ask for the time.
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr
instr-cc cc -O1 -w -o busy "$1/busy.c" -lpthread

# adds_up WHAT THREADS: the program was run, and said what it took. Of each thread looks stand for 50 ms too much at most (charge_sample.c).
adds_up() {
    instr-report flat --no-pager o.instr | grep -q '^~ estimated' || { echo "$1: nobody may look here"; return 0; }
    tiny=$(column_of tiny exclusive_s o.instr) tinier=$(column_of tinier exclusive_s o.instr)
    taken=$(column_of taken exclusive_s o.instr)
    raw=$(column_of work inclusive_s --raw o.instr) net=$(column_of work inclusive_s o.instr)
    read -r cpu ready <took
    awk -v cpu="$cpu" -v ready="$ready" -v tiny="$tiny" -v tinier="$tinier" -v taken="$taken" -v raw="$raw" -v net="$net" -v threads="$2" 'BEGIN {
        counted = tiny + tinier + raw - net + taken
        all = cpu + ready
        printf "tiny %.3f, tinier %.3f, probes %.3f, taken %.3f of %.3f + %.3f s: %.2f\n", tiny, tinier, raw - net, taken, cpu, ready, counted / all
        exit !(counted < 1.03 * all + 0.05 * threads && counted > 0.7 * all && tiny > tinier) }' >said || fail "$1: $(cat said)"
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
spin "$(nproc)"
./busy 1 >took
kill $spinners
adds_up 'beside other work' 1
./busy 0.3 8 >took
adds_up 'on fewer processors than it has threads' 8
