# labels.sh FOLDER - functions that are only counted stand below the label or block in which they are called, with its time, be these
# longer or shorter than the time between two samples.
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr
instr-cc cc -O2 -o labels "$1/labels.c"
instr-cc cc -O2 -g -DBLOCKS -o blocks "$1/labels.c"

for how in 'labels 20 400000' 'labels 8000 1000' 'labels 80000 100' 'blocks 20 400000' 'blocks 8000 1000'; do
    ./$how >took # words
    instr-report tree --no-pager --min=0 o.instr >tree
    grep -q '^~ estimated' tree || { echo 'nobody may look here'; exit 0; }
    instr-report tree --csv --min=0 o.instr | awk -F, -v took="$(cat took)" -v how="$how" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; split(took, clock, " "); next }
        $at["path"] ~ /dynamics\/tiny/ { below["dynamics"] += $at["exclusive_s"] }
        $at["path"] ~ /physics\/heavy/ { below["physics"] += $at["exclusive_s"] }
        $at["path"] ~ /dynamics\/heavy|physics\/tiny|step\/(tiny|heavy|turn)/ { wrong += $at["exclusive_s"] }
        END {
            printf "%s: of dynamics %.2f, of physics %.2f, elsewhere %.3f s\n", how, below["dynamics"] / clock[1], below["physics"] / clock[2], wrong
            exit !(wrong == 0 && below["dynamics"] > 0.6 * clock[1] && below["dynamics"] <= 1.01 * clock[1] &&
                   below["physics"] > 0.75 * clock[2] && below["physics"] <= 1.01 * clock[2])
        }' || fail "$(cat tree)"
done
