#!/bin/sh
# causes.sh MPICC LAUNCHER FOLDER LOOPS - the first finding of each program of causes.table is its planted cause, in all but one; with so many
# busy loops beside each.
set -eu
. "$INSTR_TEST_DIR/check.sh"
launcher=$2 folder=$3 loops=$4
unset INSTR_TIMING
instr-cc gcc -O2 -g -fopenmp -pthread -o causes "$folder/causes.c"
instr-cc $1 -O2 -g -o causes_mpi "$folder/causes_mpi.c"

spin "$loops"

run() { # NAME HOW
    case $2 in
    one) ./causes "$1" ;;
    threads) OMP_NUM_THREADS=2 ./causes "$1" ;;
    crowded) OMP_NUM_THREADS=6 ./causes "$1" ;;
    pinned) taskset -c 0 ./causes "$1" ;;
    exact) INSTR_TIMING=exact ./causes "$1" ;;
    ranks) $launcher -n 2 ./causes_mpi "$1" ;;
    esac
}

# Beside busy loops only samples tell who computes.
OMP_NUM_THREADS=2 INSTR_OUTPUT=cause.instr ./causes quadratic
if [ "$loops" -gt 0 ] && instr-report summary --json cause.instr | grep -q '"samples_refused"'; then
    exit 77
fi

wrong=0 all=0
grep -v '^#' "$folder/causes.table" >table
while read -r name how kind words; do
    rm -f cause.instr
    INSTR_OUTPUT=cause.instr run "$name" "$how" </dev/null >printed 2>&1 || fail "$name: $(cat printed)"
    instr-report summary --json cause.instr >said.json
    python3 - "$kind" "$words" said.json <<'PYTHON' || { wrong=$((wrong + 1)); echo "$name, $how: not $kind $words"; instr-report cause.instr | sed 's/^/    /'; }
import json, re, sys

kind, words, name = sys.argv[1:]
rows = json.load(open(name))["rows"]
first = next((row for row in rows if row["gain_s"] is not None), {"about": "", "says": ""})
sys.exit(not (first["about"] == kind and re.search(words, first["says"])))
PYTHON
    [ "$how" != pinned ] || [ "$(nproc)" = 1 ] || instr-report cause.instr | grep -q 'allows 1 of' ||
        fail "nothing of the other processors: $(instr-report cause.instr)"
    all=$((all + 1))
done <table
echo "causes: $((all - wrong)) of $all"
[ $wrong -le 1 ] || fail "$wrong of $all"
