# team_solver.sh SOLVER CONSTRUCTS - the first screen of a solver whose halo loops are tiny parallel regions begins with what its threads
# wait; and programs with all kinds of tasks, loops and locks do what they do plainly.
unset INSTR_TIMING
instr-cc g++ -O2 -fopenmp -o program "$1"
OMP_NUM_THREADS=2 OMP_WAIT_POLICY=active INSTR_OUTPUT=solver.instr ./program 300 >said
instr-report solver.instr >screen
grep -q '^1 .*OpenMP barrier wait: threads wait for each other' screen || fail "$(cat screen)"
grep -A1 '^1 ' screen | grep -q '1,500 regions of .*, most in [a-z_]* (team_solver.cpp:[0-9]*)' || fail "$(cat screen)"
grep -q 'try .*OMP_WAIT_POLICY=passive' screen || fail "$(cat screen)"
[ "$(instr-report summary --json solver.instr | grep -c '"about": "openmp"')" = 1 ] || fail "$(instr-report summary --json solver.instr)"
# Waiting is nobody's own time: the loops copy a few numbers, and what one thread loses in them the other waits. On a busy machine
# both may lose the processor at once, and then nobody waits.
instr-report flat --csv solver.instr | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["kind"] == "wait" { waited += $at["exclusive_s"] }
    $at["name"] ~ /^halo_/ { halo += $at["exclusive_s"] }
    END { exit !(waited > halo / 2) }' || fail "$(instr-report flat solver.instr)"

g++ -O2 -fopenmp -o plain "$2" 2>said || exit 77
instr-cc g++ -O2 -fopenmp -o program "$2"
export OMP_CANCELLATION
for OMP_CANCELLATION in false true; do
    for threads in 1 2 5; do
        OMP_NUM_THREADS=$threads ./plain >plain.out
        for how in INSTR_TIMING=exact INSTR_TIMING=adaptive INSTR_TRACE=1 INSTR_METRICS=cpu-time; do
            rm -f -- *.instr
            env "$how" OMP_NUM_THREADS=$threads INSTR_OUTPUT=all.instr ./program >out || fail "$threads threads, $how: status $?"
            diff plain.out out || fail "$threads threads, $how: prints something else"
            instr-report --json all.instr >profile.json
            ! grep -q 'leave without enter\|left by a jump' profile.json || fail "$threads threads, $how: $(cat profile.json)"
        done
    done
done
