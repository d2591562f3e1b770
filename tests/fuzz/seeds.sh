#!/bin/sh
# seeds.sh BIN SOURCE FOLDER COMPILER - makes FOLDER/profile, FOLDER/recover and FOLDER/trace: profiles of real runs, of one process and
# merged, stores of killed ones, some with a trace, and traces. They are made and not kept, so they always have the layout of this tree's runtime, which a store of
# another is refused for.
set -eu
bin=$1 source=$2 folder=$3 compiler=$4
PATH=$bin:$PATH
rm -rf "$folder"
mkdir -p "$folder/profile" "$folder/recover" "$folder/trace" "$folder/work"
cd "$folder/work"

# Linked statically, as a static runtime has no sanitizer in any configuration.
instr-cc "$compiler" -O1 -pthread -static -DTIMER_LEVEL=2 -I"$source/include" -I"$source" -o seed "$source/tests/fuzz/seed.c"
for rounds in 1 7 2000; do
    INSTR_OUTPUT=$folder/profile/$rounds ./seed $rounds
    INSTR_TIMING=exact INSTR_OUTPUT=$folder/profile/$rounds-exact ./seed $rounds
    INSTR_TMPDIR=$folder/work ./seed $rounds kill 2>/dev/null || :
    for store in instr.*.map; do
        mv "$store" "$folder/recover/$rounds"
    done
    INSTR_TRACE=output=$folder/trace/$rounds INSTR_OUTPUT=None ./seed $rounds
    INSTR_TRACE=output=$folder/trace/$rounds-killed INSTR_TMPDIR=$folder/work ./seed $rounds kill 2>/dev/null || :
    for store in instr.*.map; do
        mv "$store" "$folder/recover/$rounds-traced"
    done
done
instr-report merge -o "$folder/profile/merged" "$folder/profile/1" "$folder/profile/7" "$folder/profile/2000"
[ "$(ls "$folder/profile" "$folder/recover" | grep -c .)" -ge 12 ] && [ "$(ls "$folder/trace" | grep -c .)" -ge 6 ]
