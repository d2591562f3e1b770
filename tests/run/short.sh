# short.sh - a process that ends at once asks the system for little more than it does plainly.
command -v strace >/dev/null || exit 77
echo 'int main(void) { return 0; }' >empty.c
gcc -O2 -o plain empty.c
instr-cc gcc -O2 -o empty empty.c
calls() {
    strace -f -o calls "$1" || exit 77
    grep -c '^[0-9]* *[a-z_0-9]*(' calls
}
plain=$(calls ./plain)
INSTR_OUTPUT=empty.instr calls ./empty >first
cp calls first.calls
again=$(INSTR_OUTPUT=empty.instr calls ./empty) # there is a profile already
[ "$((again - plain))" -le 140 ] || fail "$((again - plain)) system calls more than $plain: $(cat calls)"
[ "$(grep -c 'rt_sigaction' calls)" -le 12 ] || fail "each signal is asked for: $(cat calls)"
[ "$(grep -c 'rt_sigprocmask' calls)" -le 32 ] || fail "signals are kept away again and again: $(cat calls)"
instr-report flat empty.instr | grep -q main || fail 'no profile'
