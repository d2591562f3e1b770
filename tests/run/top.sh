# top.sh SOURCE SOURCES - what running programs do, from outside: the right functions now, exact calls, the tree; of one process,
# of all of a program, of a batch job; and the program's own profile has what it would have had.
unset INSTR_TIMING
mkdir store
export INSTR_TMPDIR="$PWD/store" INSTR_OUTPUT=%x.%p.instr COLUMNS=150
name=t$$ # nobody else's programs are meant
instr-cc gcc -O1 -o $name "$1"
instr-cc gcc -O1 -o other$name "$1"
mkfifo hold

# begin PROGRAM SAID: it has begun when this returns; ends when descriptor 9 is closed.
begin() {
    "./$1" <hold >"$2" &
    exec 9>hold
    for i in $(seq 1200); do
        [ ! -s "$2" ] || return 0
        sleep 0.05
    done
    fail "$1 has not begun"
}

begin $name said
program=$!
instr-report top --once --every=0.5 --min=0 $program >shown || fail "top: $(cat shown)"
grep -q "^$name: .*  process $program\$" shown || fail "heading: $(head -n 1 shown)"
sed -n '/ now /,/^$/p' shown >functions
sed -n 2p functions | grep -q ' heavy  ' || fail "the hottest function now: $(cat functions)"
grep -q 'main  (open)$' shown || fail "main is not open: $(cat shown)"
grep -q ' first$' shown && grep -qE ' many(  \(open\))?$' shown || fail "the tree: $(cat shown)"

# Exact calls, and rates; what is over is not hot now.
instr-report top --csv --every=0.5 $program >one.csv
instr-report top --csv --every=0.5 $program >two.csv
columns=$(head -n 1 two.csv)
instr-report help top | tr -d ' \n' | grep -qF "top:$columns" || fail "help lacks $columns"
awk -F, '
    NR == FNR { before[$1] = $8; next }
    FNR == 1 { next }
    { calls[$1] = $8; now[$1] = $5; rate[$1] = $7; sum += $5 }
    END { if (calls["tiny"] != 10000 * calls["many"] && calls["tiny"] - 10000 * (calls["many"] - 1) > 10000) print "tiny", calls["tiny"], calls["many"]
          if (!(calls["heavy"] > before["heavy"])) print "heavy", before["heavy"], calls["heavy"]
          if (!(rate["tiny"] > 50 * rate["heavy"] && rate["heavy"] > 0)) print "rates", rate["tiny"], rate["heavy"]
          if (!(now["heavy"] > 0.5) || now["first"] > 1e-6) print "now", now["heavy"], now["first"]
          if (sum < 0.99 || sum > 1.01) print "sum", sum }' one.csv two.csv >wrong
[ ! -s wrong ] || fail "$(cat wrong)"
instr-report top --json --every=0.1 $program | grep -q '"name": "heavy"' || fail 'JSON'

# Others: of that name, of a job; and who is meant is asked for.
(exec 9>&- && SLURM_JOB_ID=4711$$ ./other$name <hold >said2) &
(exec 9>&- && SLURM_JOB_ID=4711$$ ./$name <hold >said3) &
for i in $(seq 1200); do
    { [ -s said2 ] && [ -s said3 ]; } && break
    sleep 0.05
done
instr-report top --once --every=0.1 $name | head -n 1 | grep -q '2 processes' || fail 'a program of two processes'
instr-report top --once --every=0.1 4711$$ | head -n 1 | grep -q '2 processes of 2 programs' || fail 'a batch job'
instr-report top --once --every=0.1 $program | head -n 1 | grep -q "process $program\$" || fail 'one of several'
instr-report top --once 2>asked && fail 'top of several programs'
grep -q "several programs are running" asked || fail "asked: $(cat asked)"
instr-report top --once no$name 2>asked && fail 'top of no program'
grep -q "no$name: no measured process, job or program" asked || fail "asked: $(cat asked)"
instr-report top $name no$name 2>asked && fail 'top of two'

# Until it ends.
instr-report top --every=0.1 $program >live 9>&- &
live=$!
for i in $(seq 1200); do
    [ "$(grep -c ' now ' live)" -lt 2 ] || break
    sleep 0.05
done
exec 9>&-
wait $program || fail 'the program failed'
wait $live || fail "top ended with $?: $(cat live)"
[ "$(grep -c ' now ' live)" -ge 2 ] || fail "one look only: $(cat live)"
tail -n 1 live | grep -q 'the program has ended' || fail "its end: $(tail -n 1 live)"
wait
rounds=$(tail -n 1 said)
instr-report flat --csv $name.$program.instr | awk -F, -v rounds="$rounds" '
    $1 == "many" && $5 == rounds || $1 == "tiny" && $5 == 10000 * rounds || $1 == "heavy" && $5 == rounds + 10 { found++ }
    END { exit found != 3 }' || fail 'the profile has other calls than were made'
! instr-report --no-pager $name.$program.instr | grep -i 'recovered' || fail 'said to be recovered'
instr-report top --once $program 2>asked && fail 'top of what has ended'
[ -z "$(ls store)" ] || fail "left in the store: $(ls store)"
