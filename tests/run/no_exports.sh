# no_exports.sh - what a library allocates that has no symbols of its own is counted as that of any other library.
cat >program.c <<'EOF'
#include <dlfcn.h>
void (*hook)(void);
__attribute__((noinline)) static void use(const char *library) { if (dlopen(library, RTLD_NOW)) hook(); }
int main(int count, char **words) { use(words[count - 1]); return 0; }
EOF
cat >library.c <<'EOF'
#include <stdlib.h>
extern void (*hook)(void);
void *volatile kept;
static void work(void) { for (int i = 0; i < 700; i++) kept = malloc(11); }
__attribute__((constructor)) static void begin(void) { hook = work; }
EOF
instr-cc gcc -O1 -rdynamic -o program program.c -ldl
for visibility in default hidden; do
    cc -shared -fPIC -nostartfiles -fvisibility=$visibility -o $visibility.so library.c
    INSTR_METRICS=heap-calls INSTR_OUTPUT=$visibility.instr ./program ./$visibility.so
    instr-report flat --csv --metric=heap-calls $visibility.instr >$visibility.csv
    calls=$(awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i}
        $1 == "use" {print $at["metric_heap-calls_exclusive"] + 0}' $visibility.csv)
    [ "${calls:-0}" -ge 700 ] || fail "$visibility: $calls allocations: $(cat $visibility.csv)"
done
readelf --dyn-syms -W hidden.so | awk '$7 != "UND" && $1 ~ /^[0-9]/' | grep . && fail 'the hidden library has a symbol'
exit 0
