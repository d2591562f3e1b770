# counted.sh FOLDER - who is counted by function has the time that it takes, by itself and beside other work, and so has main, which
# does nothing but call.
set -eu
. "$INSTR_TEST_DIR/check.sh"
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr
instr-cc cc -O2 -o program "$1/counted.c"

# of NAME: its exclusive seconds.
of() { column_of "$1" exclusive_s o.instr; }

seen() {
    ./program 40000000
    instr-report flat --no-pager o.instr | grep -q '^~ is estimated' || { echo "$1: nobody may look here"; return 0; }
    awk -v divides="$(of divides)" -v one="$(of one)" -v other="$(of other)" -v main="$(of main)" 'BEGIN {
        all = divides + one + other + main
        printf "divides %.2f, one %.2f, other %.2f, main %.2f\n", divides / all, one / all, other / all, main / all
        exit !(divides > 0.75 * all && main < 0.1 * all) }' >said || fail "$1: $(cat said)"
    echo "$1: $(cat said)"
}

seen 'by itself'
for processor in $(seq "$(nproc)"); do
    sh -c 'while :; do :; done' &
    spinners="${spinners-} $!"
done
trap 'kill $spinners' EXIT
seen 'beside other work'
