# valgrind.sh - under valgrind, where the store grows by other means, a program of many functions has all its calls counted.
set -eu
. "$INSTR_TEST_DIR/check.sh"
command -v valgrind >/dev/null || { echo 'no valgrind'; exit 77; }
functions=2000
awk -v count=$functions 'BEGIN {
    for (i = 0; i < count; i++)
        print "__attribute__((noinline)) static int f" i "(int x) { for (int i = 0; i < x; i++) x += i; return x; }"
    print "int main(void) { int sum = 0;"
    for (i = 0; i < count; i++)
        print "    sum += f" i "(" i % 3 ");"
    print "    return sum < 0; }" }' >program.c
instr-cc cc -O1 -o program program.c
INSTR_OUTPUT=o.instr valgrind --tool=none --quiet ./program
calls=$(instr-report flat --csv --min=0 o.instr | awk -F, '$1 ~ /^f[0-9]+$/ { calls += $5 } END { print calls + 0 }')
[ "$calls" -eq $functions ] || fail "$calls calls of $functions: $(instr-report --no-pager o.instr | tail -n 8)"
