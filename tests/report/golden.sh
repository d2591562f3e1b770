#!/bin/sh
# golden.sh MAKE_SAMPLE CASES [bless] - runs each CASES/NAME.cmd (one line: the arguments of
# instr-report; NAME.env, if there, sets variables for it) beside the sample profiles and compares with NAME.out: standard output, standard error,
# exit status. With `bless` the .out files are written anew, to be read like code.
set -eu
cases=$2 bless=${3:-}
"$1" .
printf 'this is no profile' >damaged.bin
cp "$cases"/*.formulas .
unset PAGER NO_COLOR COLUMNS
failed=0 ran=0
for command in "$cases"/*.cmd; do
    stem=${command%.cmd} status=0
    environment=$(cat "$stem.env" 2>/dev/null || true)
    eval "$environment instr-report $(cat "$command")" >stdout 2>stderr </dev/null || status=$?
    { cat stdout; sed 's/^/stderr: /' stderr; echo "status: $status"; } >got
    ran=$((ran + 1))
    if [ -n "$bless" ]; then
        cp got "$stem.out"
    elif ! diff -u "$stem.out" got; then
        echo "FAILED: ${stem##*/}"
        failed=$((failed + 1))
    fi
done
echo "$ran cases, $failed failed"
[ "$ran" -gt 0 ] && [ "$failed" -eq 0 ]
