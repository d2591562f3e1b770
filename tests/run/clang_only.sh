# clang_only.sh - what only clang has: blocks, and sanitizers whose runtime is in the program.
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

# The bodies of blocks are of an object that instr-cc compiled, and what else clang makes of them is nobody's source.
cat >blocks.c <<'C'
typedef void (^op)(void);
void *_NSConcreteStackBlock[32], *_NSConcreteGlobalBlock[32];
void _Block_object_assign(void *to, const void *from, const int flags) { (void)to, (void)from, (void)flags; }
void _Block_object_dispose(const void *of, const int flags) { (void)of, (void)flags; }
op outer = ^{ };
int main(void)
{
    op inner = ^{ outer(); }, around = ^{ inner(); };
    around();
    return 0;
}
C
for option in -g0 -g; do
    instr-cc clang $option -fblocks blocks.c -o blocks || fail 'blocks'
    ./blocks || fail 'blocks do not run'
    instr-report coverage --csv blocks >got
    [ "$(grep -c 'block_invoke.*,blocks.c,[0-9]*,not-instrumented,block,0,,$' got)" -ge 2 ] || fail "$option: $(cat got)"
    ! grep -E 'no-record|helper_block' got || fail "$option: an object of instr-cc is called another's"
done
clang -g -fblocks -c blocks.c -o foreign.o
instr-report coverage --csv foreign.o | grep -q 'block_invoke,.*,no-record,' || fail 'a block of an object of another compiler'

# Nothing of a sanitizer's runtime counts as the user's. One tells objects apart by tags in their addresses, which GNU's linker does not relax.
cat >plain.c <<'C'
int f(int n) { return n + 1; }
int main(void) { return f(0) - 1; }
C
echo 'int Annotate(int n) { return n; } int nothing_of_asan(int n) { return Annotate(n); }' >theirs.c
clang -c theirs.c
for check in address undefined thread memory leak hwaddress; do
    instr-cc clang -fsanitize=$check -Wl,--no-relax plain.c theirs.o -o plain || fail "$check"
    instr-report coverage --csv plain >all || fail "$check: can't be read"
    [ "$(grep -c '^[a-z]*,plain\.c,.*,never-called,' all)" = 2 ] || fail "$check: the user's own do not count"
    awk -F, '$5 == "no-record" || $5 == "assembly"' all >unknown
    [ "$(cut -d, -f1 unknown | sort | xargs)" = 'Annotate nothing_of_asan' ] || fail "$check: these count: $(head -5 unknown)"
done
