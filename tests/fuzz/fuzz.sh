#!/bin/sh
# fuzz.sh SECONDS BUILD NAME=SEEDS... - runs each fuzzer for so long, all of them even where one finds something, and says
# what they found.
set -eu
seconds=$1 build=$2
shift 2
status=0
for fuzzer; do
    name=${fuzzer%%=*} seeds=${fuzzer#*=}
    found=$build/found/$name
    mkdir -p "$found"
    "$build/fuzz-$name-fixed" --seed "$found/seed"
    # A store is as large as this; what is larger takes time and tells nothing more.
    "$build/fuzz-$name" -max_total_time="$seconds" -max_len=65536 -print_final_stats=1 -artifact_prefix="$found." \
        "$found" "$seeds" >"$found.log" 2>&1 ||
        { status=1 && grep -E 'runtime error|ERROR|SUMMARY|^    #|Test unit' "$found.log"; }
    echo "fuzz-$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$found.log") inputs in $seconds s, see $found.log"
done
exit $status
