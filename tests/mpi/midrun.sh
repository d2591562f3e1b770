# midrun.sh COMPILER LAUNCHER INCLUDE SOURCE - the ranks of any communicator reduce their profiles while the program
# runs, get the same answer, and go on.
compiler=$1 launcher=$2 include=$3 source=$4
instr-cc $compiler -O1 -I"$include" -o linked "$source"
instr-cc $compiler -O1 -I"$include" -c -o midrun.o "$source"
$compiler -o loaded midrun.o

# work FILE: calls and ranks of work() in that profile, and the rank with the most time.
work() { instr-report tree --csv --min=0 "$1" | awk -F, '$2 == "main/work" { print $7, $15, $20 }'; }

for program in linked loaded; do
    rm -f ./*.instr ./*.profile
    $launcher -n 6 ./$program || fail "$program"
    [ "$(work odd.5.profile)" = "12 3 3" ] || fail "$program: odd: $(work odd.5.profile)"
    [ "$(work even.4.profile)" = "9 3 3" ] || fail "$program: even: $(work even.4.profile)"
    awk '$1 == "work" && $2 == 21 && NF == 12 { ok = 1 } END { exit !ok }' tree.text || fail "$program: $(cat tree.text)"
    instr-report tree --by=rank --csv odd.5.profile | awk -F, '$1 == "main/work" { print $3, $7 }' >found
    printf '%s\n' "1 2" "3 4" "5 6" | diff - found || fail "$program: ranks"
    check_one_profile
    [ "$(work ./*.instr)" = "27 6 6" ] || fail "$program: in the end: $(work ./*.instr)"
done
