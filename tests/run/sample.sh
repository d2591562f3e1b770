# sample.sh COMPILER FLAGS SOURCES... - a program of one process: same output as plain, right profile.
compiler=$1 flags=$2
shift 2

$compiler $flags -o plain "$@"
count_build counted "$compiler $flags" "$@"
instr-cc $compiler $flags -o instrumented "$@"

./plain >plain.out
rm -f counts
COUNT_OUTPUT=counts ./counted >counted.out
./instrumented >instrumented.out 2>instrumented.err
cmp plain.out instrumented.out || fail "the instrumented program prints something else"
[ ! -s instrumented.err ] || fail "the runtime printed: $(cat instrumented.err)"
check_one_profile
check_counts counted counts
check_sums

# Of the programs that a script runs some can be left out.
rm ./*.instr
for programs in 'plain' 'plain* instr' '!instru*' 'instru* !*d'; do
    INSTR_PROGRAMS=$programs ./instrumented >/dev/null
    [ ! -e instrumented.*.instr ] || fail "INSTR_PROGRAMS='$programs' did not leave the program out"
done
for programs in ' plain  instru*' '!plain !instr' '' ' '; do
    INSTR_PROGRAMS=$programs ./instrumented >/dev/null
    check_one_profile
    rm ./*.instr
done
