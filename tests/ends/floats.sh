# floats.sh SOURCE - the floating-point environment is the program's, whatever the runtime computes.
instr-cc gcc -O1 -pthread -o program "$1" -lm
for settings in INSTR_TIMING=exact INSTR_TIMING=adaptive; do
    for how in plain traps up; do
        rm -f ./*.instr
        env -u INSTR_TIMING "$settings" ./program $how 2>program.err && status=0 || status=$?
        [ "$status" = 3 ] || fail "$settings, $how: ends with $status: $(cat program.err)"
        check_one_profile
    done
done
rm -f ./*.instr
./program traps snapshot && status=0 || status=$?
[ "$status" = 3 ] || fail "a snapshot where exceptions are signals: ends with $status"
