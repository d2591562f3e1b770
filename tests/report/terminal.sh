# terminal.sh MAKE_SAMPLE MAKE_ODD - pager, colour and width on a terminal, which `script` supplies.
"$1" .
unset PAGER NO_COLOR COLUMNS LESS
export TERM=xterm
escape=$(printf '\033')
# on_terminal COMMAND: what it shows on a terminal of 70 columns, without carriage returns.
on_terminal() {
    script -qec "stty cols 70 rows 24; $1" /dev/null </dev/null | tr -d '\r'
}
expect() { eval "$2" || fail "$1"; }
on_terminal "PAGER='sed s/^/P:/' instr-report merged.instr" >out
expect 'the pager shows all' '! grep -v "^P:" out && grep -q "P:.*main" out'
expect 'colour on a terminal' 'grep -q "$escape" out'
expect 'it fits' '! sed "s/^P://; s/$escape\[[0-9;]*m//g" out | grep "^ *[0-9.]*%" | grep -q ".\{71\}"'
on_terminal "PAGER=cat NO_COLOR=1 instr-report merged.instr" >out
expect 'NO_COLOR' '! grep -q "$escape" out && grep -q main out'
on_terminal "TERM=dumb PAGER= instr-report merged.instr" >out
expect 'a dumb terminal and no pager' '! grep -q "$escape" out && grep -q main out'
on_terminal "PAGER='sed s/^/P:/' NO_COLOR=1 instr-report --no-pager --color=always merged.instr" >out
expect 'options win' '! grep -q "^P:" out && grep -q "$escape" out'
on_terminal "PAGER='echo LESS=\$LESS; cat >/dev/null' instr-report merged.instr" >out
expect 'LESS=FRX' 'grep -q "^LESS=FRX" out'
on_terminal "LESS=S PAGER='echo LESS=\$LESS; cat >/dev/null' instr-report merged.instr" >out
expect "the user's LESS stays" 'grep -q "^LESS=S" out'
on_terminal "PAGER='head -n 1' instr-report merged.instr; echo status \$?" >out
expect 'a pager that stops early is no failure' 'grep -q "^status 0" out'
on_terminal "PAGER='sed s/^/P:/' instr-report flat --csv merged.instr" >out
expect 'CSV has no colour' '! grep -q "$escape" out'
instr-report merged.instr | cat >out
expect 'a pipe is plain' '! grep -q "$escape" out && grep -q main out'

# A name of 10,000 letters takes some lines, and the commands that are named take what stands for it.
"$2" long 10000 long.instr
on_terminal "PAGER=cat NO_COLOR=1 instr-report long.instr" >out
expect 'a long name takes few lines' '[ "$(fold -w 70 out | wc -l)" -lt 30 ]'
commands=$(sed -n 's/^ *\(see\|next:\)  *//p' out)
expect 'there are commands' '[ "$(echo "$commands" | wc -l)" -eq 2 ]'
echo "$commands" >commands
while read -r command; do
    sh -c "$command" >out || fail "$command"
    expect 'a command finds the function' 'grep -q "ffff  long.c:1" out'
done <commands
