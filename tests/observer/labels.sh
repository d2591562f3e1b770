# labels.sh FOLDER - functions that are only counted stand below the label, block or iteration in which they are called, with its time, be
# these longer or shorter than the time between two samples; also where a parallel region has no other probe.
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr OMP_NUM_THREADS=2

# judge WHAT: the time of both parts is by the program's clock in the file took; by our own in a team, whose threads it does not tell apart.
judge() {
    instr-report tree --no-pager --min=0 o.instr >tree
    grep -q '^~ estimated' tree || { echo 'nobody may look here'; exit 0; }
    instr-report tree --csv --min=0 o.instr | awk -F, -v took="$(cat took)" -v what="$1" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; split(took, clock, " "); next }
        { path = $at["path"]; own = $at["exclusive_s"] }
        path ~ /dynamics$/ { part["dynamics"] += $at["inclusive_s"] }
        path ~ /physics$/ { part["physics"] += $at["inclusive_s"] }
        path ~ /dynamics\/tiny/ { below["dynamics"] += own }
        path ~ /physics\/heavy/ { below["physics"] += own }
        path ~ /(dynamics\/heavy|physics\/tiny|(step|threads\)|wait)\/(tiny|heavy|turn))/ { wrong += own }
        END {
            if (what !~ /team/) { part["dynamics"] = clock[1]; part["physics"] = clock[2] }
            for (name in part) {
                share[name] = below[name] / part[name]
                bad += !(share[name] > 0.6 && share[name] <= 1.15)
            }
            printf "%s: of dynamics %.2f, of physics %.2f, elsewhere %.4f s\n", what, share["dynamics"], share["physics"], wrong
            # Where a team has all processors, who looks at it may come late once.
            exit bad || wrong > (what ~ /team/ ? 0.03 : 0.01) * (part["dynamics"] + part["physics"])
        }' || fail "$(cat tree)"
}

for part in 1 2 3; do
    instr-cc cc -O2 -g -DPART=$part -o parts "$1/labels.c"
    instr-cc cc -O2 -g -fopenmp -DPART=$part -o team "$1/labels.c"
    for how in '20 400000' '8000 1000' '80000 100'; do
        ./parts $how >took # two words
        judge "part $part, $how"
    done
    ./team 20 400000 >took
    judge "team, part $part"
done
