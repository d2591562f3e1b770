# golden.sh MAKE_SAMPLE CASES [bless] - runs each line `NAME: [VARIABLE=VALUE] ARGUMENTS` of CASES/commands by instr-report, beside the
# sample profiles, and compares with NAME.out: standard output and error, and an exit status other than 0. With `bless` the .out files are
# written anew, to be read like code.
cases=$2 bless=${3:-}
"$1" .
printf 'this is no profile' >damaged.bin
cp "$cases"/*.formulas .
unset PAGER NO_COLOR COLUMNS
sed 's/^[^:]*: \(\([A-Z_]*=[^ ]* \)*\)/\1instr-report /' "$cases/commands" >commands
failed=0 ran=0
for name in $(sed 's/:.*//' "$cases/commands"); do
    ran=$((ran + 1))
    eval "$(sed -n ${ran}p commands)" >stdout 2>stderr </dev/null && status=0 || status=$?
    { cat stdout; sed 's/^/stderr: /' stderr; [ $status = 0 ] || echo "status: $status"; } >got
    if [ -n "$bless" ]; then
        cp got "$cases/$name.out"
    elif ! diff -u "$cases/$name.out" got; then
        echo "FAILED: $name"
        failed=$((failed + 1))
    fi
done
echo "$ran cases, $failed failed"
[ "$failed" -eq 0 ] && [ "$ran" = "$(ls "$cases"/*.out | wc -l)" ] || fail "$ran lines of $cases/commands, $(ls "$cases"/*.out | wc -l) texts"
