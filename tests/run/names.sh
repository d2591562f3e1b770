# names.sh SOURCE - see there: the profile says which functions were called, and has its usual name.

instr-cc gcc -O1 -w -fno-builtin -o program "$1"
INSTR_OUTPUT=%x-%p.instr ./program && status=0 || status=$?
[ "$status" = 7 ] || fail "the program ends with $status"
set -- program-[0-9]*.instr
[ -f "$1" ] || fail "no profile: $(ls)"
profile_names >names
printf 'link 1\nmain 1\ntime 1\n' | diff - names
