# loader.sh PROGRAM LIBRARY - what a program may do with the loader, with fork and with threads that end, see PROGRAM: no harm
# comes of probes and of metered allocations. It ends as plainly.
program=$1 library=$2

gcc -O1 -fPIC -shared -Wl,-z,lazy -o libwords.so "$library" -ldl
gcc -O1 -fPIC -shared -Wl,-z,now -o libwords-now.so "$library" -ldl
mkdir -p sub/inner
echo '#include <stdlib.h>
void *hidden_take(size_t size) { return malloc(size); }' >hidden.c
gcc -O1 -fPIC -shared -o sub/inner/libhidden.so hidden.c
echo '#include <stddef.h>
void *library_take(size_t size) { return (void)size, NULL; }' >behind.c
gcc -O1 -fPIC -shared -o sub/inner/libbehind.so behind.c
gcc -O1 -fPIC -shared -Wl,--enable-new-dtags,-rpath,'$ORIGIN/inner' -o sub/libopens.so "$library" \
    -Lsub/inner -Wl,--no-as-needed -lbehind -ldl
gcc -O1 -pthread -o plain "$program" -ldl
instr-cc gcc -g -O1 -pthread -o program "$program" -ldl

# run HOW: once plainly, once measured. No test waits for ever.
run() {
    timeout 100 ./plain "$1" || fail "$1: plainly it ends with $?"
    timeout 100 ./program "$1" || fail "$1 ${INSTR_METRICS-}: it ends with $?"
}
export INSTR_OUTPUT=out.%p.instr
for how in order fork ended jumped pending; do
    run $how
done
export INSTR_METRICS=heap
for how in order fork ended relocate; do
    run $how
done
mv libwords-now.so libwords.so
run relocate

# Allocations of a library that came by another one, neither of them instrumented, are seen.
rm -f ./*.instr
run open
taken=$(instr-report flat --csv --metric=heap-calls ./*.instr | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == "metric_heap-calls_exclusive") at = i }
    $1 == "opens" { print $at }')
[ "${taken:-0}" -ge 1000 ] || fail "of 1000 allocations $taken are seen"
