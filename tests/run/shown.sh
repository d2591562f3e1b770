# shown.sh - names that a terminal or a spreadsheet would obey: of programs, machines, settings, files, labels.
escape=$(printf '\033[2J') c1=$(printf '\302\233')

# clean FILE: nothing in it that a terminal obeys.
clean() {
    [ -s "$1" ] || fail "$2: it says nothing"
    ! LC_ALL=C grep -qE "$(printf '[\001-\011\013-\037\177]|\302[\200-\237]')" "$1" || fail "$2: $(cat -v "$1" | head -5)"
}

cat >program.c <<'C'
#include <instr.h>
int main(void)
{
    const char *names[] = {"=1+1", "@sum", "-1+2", "+x", "-5", "-O2 -g", "bad\033[2J\302\233"};
    for (int i = 0; i < 7; i++) {
        instr_start(names[i]);
        instr_stop(names[i]);
    }
    return 0;
}
C
instr-cc gcc -o "p$escape$c1" program.c
export INSTR_OUTPUT="$PWD/p.instr"
program="./p$escape$c1"

# The runtime's messages: words and paths of variables.
for setting in "INSTR_PLUGINS=x$escape$c1" "INSTR_LEVEL=$escape$c1" "INSTR_FILTER=no/$escape$c1" "INSTR_METRICS=$escape$c1" \
    "INSTR_OUTPUT=no/$escape$c1" "INSTR_${escape}X=1"; do
    env "$setting" "$program" 2>said
    clean said "$(printf %s "$setting" | cat -v)"
done
INSTR_PRINT=1 "$program" 2>said
clean said INSTR_PRINT
INSTR_OUTPUT=Log "$program" >said
clean said 'the log'
grep -qF 'bad\u{1b}[2J\u{9b}' said || fail "the log: $(cat said)"

# A trace's program and machine.
hostile_host() { "$@"; }
if [ "$(id -u)" = 0 ] && unshare -u true 2>/dev/null; then
    hostile_host() { unshare -u sh -c 'printf %s "h$0" >/proc/sys/kernel/hostname; exec "$@"' "$escape" "$@"; }
fi
INSTR_TRACE=output=t.trace hostile_host "$program"
instr-report timeline t.trace >said
clean said timeline
grep -qF 'p\u{1b}[2J\u{9b} (' said || fail "timeline: $(cat said)"

# Cells that a spreadsheet would take for formulas are texts; numbers are numbers.
instr-report flat --csv p.instr >said
for name in =1+1 @sum -1+2 +x; do
    grep -qF "'$name," said || fail "CSV: $(grep -F -- "$name" said)"
done
grep -q '^-5,' said && grep -q '^-O2 -g,' said || fail "CSV: a number or an option is none any more: $(cat said)"
for name in =p -p; do
    INSTR_OUTPUT=root.instr sh -c 'cp "$0" ./$1 && ./$1' "$program" $name
    instr-report tree --csv root.instr >said
    ! grep -q '^[0-9]*,"*[=-]' said || fail "CSV: a path is a formula: $(cat said)"
done

# A source whose name has a line's end.
name=$(printf 'a\nb.c')
cp program.c "$name"
instr-cc gcc -o lines "$name"
INSTR_OUTPUT=lines.instr ./lines
instr-report flat --json lines.instr | grep -qF '"a\u000ab.c"' || fail "a line's end in a name: $(instr-report flat --json lines.instr | grep main)"

# instr-cc's own words of a file's name.
name=$(printf 'c\033[2J.c')
echo 'int f(int n) { return n; }' >"$name"
! instr-cc --instr-strict --instr-filter="none$escape" gcc -c "$name" 2>said || fail 'there is no such filter'
clean said instr-cc
