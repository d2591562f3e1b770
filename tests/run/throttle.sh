# throttle.sh - INSTR_THROTTLE: what was timed often enough is only counted, exactly, and the profile says so.
set -eu
. "$INSTR_TEST_DIR/check.sh"
export INSTR_TIMING=adaptive

cat >main.c <<'C'
__attribute__((noinline)) static void tiny(void) { __asm__ volatile(""); }
int main(void)
{
    for (int i = 0; i < 2000000; i++)
        tiny();
    return 0;
}
C
instr-cc cc -O2 -o program main.c

# timed: how many calls of tiny were timed, of the two million.
timed() {
    rm -f -- *.instr
    "$@" ./program
    instr-report tree --csv --min=0 | awk -F, '$3 == "tiny" { if ($7 != 2000000) exit 1; print $8 }' ||
        fail "$*: calls are missing"
}

sampled=$(timed env)
throttled=$(timed env INSTR_THROTTLE=2000,100)
instr-report | grep -q '^call paths that were throttled: 1$' || fail "the throttled path is not mentioned"
[ "$throttled" -le 2100 ] || fail "throttled: $throttled calls timed"
[ "$sampled" -gt 10000 ] || fail "not throttled: $sampled calls timed"
[ "$(timed env INSTR_THROTTLE=2000,0.000001)" -gt 10000 ] || fail "throttled though it takes longer"
timed env INSTR_THROTTLE=nonsense >timed
instr-report | grep -q '^settings that could not be understood: 1$' || fail "nonsense is not mentioned"
