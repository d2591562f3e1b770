# clang_only.sh - what only clang has: blocks, and sanitizers whose runtime is in the program.
set -eu
. "$INSTR_TEST_DIR/check.sh"
command -v clang >/dev/null || exit 0
cat >block.c <<'C'
typedef int (^op)(int);
int other(int n);
int loop(int n, op f)
{
    op g = ^(int m) {
        if (m > 3) return other(m);
        return loop(m - 1, f);
    };
    if (n == 0) return g(1);
    return loop(n - 1, g);
}
C
# A return in a block is none of the function's: it must not leave the function's frame.
instr-cc --instr-print clang -O2 -fblocks -c block.c >edited
! sed -n '/op g =/,/};/p' edited | grep -q __instr_tail || fail "a block leaves the frame of its function"
grep -q __instr_tail edited || fail 'no tail call is edited'

# Nearly nothing of a sanitizer's runtime counts as the user's.
echo 'int f(int n) { return n + 1; } int main(void) { return f(0) - 1; }' >plain.c
for check in address undefined; do
    instr-cc clang -fsanitize=$check plain.c -o plain || fail "$check"
    instr-report coverage --csv plain | awk -F, '$5 == "no-record"' >unknown
    [ "$(wc -l <unknown)" -lt 100 ] || fail "$check: $(wc -l <unknown) functions of the sanitizer count: $(head -3 unknown)"
done
