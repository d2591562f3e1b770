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

# In the first 5 ms of a process all calls are timed. A busy machine gives these to others: then it is asked again.
often() {
    for _ in 1 2 3 4 5; do
        [ "$(timed "$@")" -le 2100 ] || return 0
    done
    return 1
}

often env || fail "not throttled, and timed no more than 2100 times"
for _ in 1 2 3 4 5; do
    throttled=$(timed env INSTR_THROTTLE=2000,100)
    [ "$throttled" -le 2100 ] || fail "throttled: $throttled calls timed"
    mentioned=$(instr-report | grep '^call paths that were throttled: 1$' || true)
    [ -z "$mentioned" ] || break
done
[ -n "$mentioned" ] || fail "the throttled path is not mentioned"
often env INSTR_THROTTLE=2000,0.000001 || fail "throttled though it takes longer"
timed env INSTR_THROTTLE=nonsense >timed
instr-report | grep -q '^settings that could not be understood: 1$' || fail "nonsense is not mentioned"
