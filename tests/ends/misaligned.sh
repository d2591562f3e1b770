# misaligned.sh SOURCE - a stack that is not aligned is no end of a program that plainly runs on it.
for timing in exact adaptive; do
    export INSTR_TIMING=$timing
    for flags in -O0 -O2; do
        gcc $flags -w -o plain "$1"
        instr-cc gcc $flags -w -o program "$1"
        for how in return exit _exit quick_exit; do
            rm -f ./*.instr
            ./plain $how && plain=0 || plain=$?
            ./program $how && status=0 || status=$?
            [ "$plain" = "$status" ] || fail "$timing, $flags, $how: ends with $status, plainly with $plain"
            check_one_profile
        done
    done
done
