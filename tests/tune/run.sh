# run.sh - what is built and run, and how often; what a change of the project file makes anew.
. "$(dirname "$0")/common.sh"
here=$PWD

project() {
    cat >p.lua <<END
range("a", 1, 4)
range("b", 1, 3)
restrict("not the corner", function(p) return p.a + p.b < 7 end)
predefined("default", {a = 2, b = 2})
generate("echo g{a} >>$here/log")
build("echo b{a} >>$here/log; cp /dev/null made")
run("test -f made; echo r{a}.{b} >>$here/log; echo value: \$(( ({a} - 3) * ({a} - 3) + {b}$1 )) time: 2", {warmup = $2, repeats = $3})
minimise {output = "value: (%S+)", repeats = "median"}
$4
END
}

# 11 variants, 4 builds, each run with one warm-up and two repeats.
project '' 1 2 ''
instr-tune run p.lua >said 2>/dev/null || fail 'run'
grep -q '11 variants in the library, 11 measured, 0 failed' said || fail "run says: $(cat said)"
grep -q 'best: 1 at a=3 b=1' said || fail "the best: $(cat said)"
grep -q 'default: 3; the best is 3.00x as good' said || fail "against the default: $(cat said)"
[ "$(grep -c '^g' log)" -eq 4 ] && [ "$(grep -c '^b' log)" -eq 4 ] || fail "builds are not shared: $(cat log)"
[ "$(grep -c '^r' log)" -eq 33 ] || fail "not 3 runs each: $(grep -c '^r' log)"
instr-tune export p.lua >table.csv
[ "$(column table.csv state | sort -u)" = measured ] || fail "export: $(cat table.csv)"
[ "$(column table.csv runs | sort -u)" = 2 ] || fail "export has other runs: $(cat table.csv)"
instr-tune best p.lua -n 3 >said
sed -n 2p said | grep -q 'a=3 b=1' || fail "best: $(cat said)"
sed -n 3p said | grep -q '2 *100.0% .* b=2$' || sed -n 3p said | grep -q '2 *100.0% .* a=[24]$' || fail "best: $(cat said)"
instr-tune effects p.lua >said || fail 'effects'
instr-tune list p.lua >said
grep -q '11 measured, 0 failed, 0 to do' said || fail "list: $(cat said)"
grep -q "22 runs on $(hostname) (.* cores), .*, from 20" said || fail "list says nothing of the machine: $(cat said)"

# Generations, and the files that the thesis has of them.
printf 'range("a", 1, 9)\nrange("b", 1, 9)\nconstant("c", 3)\nrun("echo {a}{b}", {warmup = 0, repeats = 1})\nminimise {output = "%%d+"}\nsearch {generations = 4, population = 6}\n' >genes.lua
instr-tune run --search=genetic genes.lua >said 2>told || fail "generations: $(cat told)"
grep -q '^4 generations, with [0-9]* different variants$' said || fail "generations: $(cat said)"
[ "$(ls -d genes.results/genetic_generation_* | wc -l)" = 4 ] || fail "folders of generations: $(ls genes.results)"
unique=$(sed -n 's/^4 generations, with \([0-9]*\) .*/\1/p' said)
last=$(basename genes.results/genetic_generation_4/Best:* | cut -d' ' -f2)
[ "$(sed -n 1p genes.results/Convergence.cnv)" = "$unique" ] || fail "convergence: $(cat genes.results/Convergence.cnv)"
sed -n 2p genes.results/Convergence.cnv | grep -qE "^([0-9]+;){3}$last;\$" || fail "convergence: $(cat genes.results/Convergence.cnv)"
[ "$(cat genes.results/genetic_generation_4/*)" = "$(printf 'c = 3\na = %s\nb = %s' $((last / 10)) $((last % 10)))" ] ||
    fail "the best of a generation: $(cat genes.results/genetic_generation_4/*)"
instr-tune run --search=genetic -r 3 genes.lua >said 2>told || fail "three searches: $(cat told)"
[ "$(cat genes.results/Convergence_*.cnv | grep -c ';$')" = 3 ] || fail "three searches: $(ls genes.results)"
sed -n 2p genes.results/Convergence_1.cnv | diff genes.results/Convergence_2.cnv - >said && fail 'each search is the same'
instr-tune run --search=genetic --unique=3 genes.lua >said 2>told || fail "unique: $(cat told)"
[ "$(ls -d genes.results/genetic_generation_* | wc -l)" = 1 ] || fail "old folders stay: $(ls genes.results)"

# Nothing is done twice.
: >log
instr-tune run p.lua >/dev/null 2>&1
[ ! -s log ] || fail "a second run does something: $(cat log)"

# More repeats: only what is missing. Other parameters' values: only the new variants.
project '' 0 3 ''
instr-tune run p.lua >/dev/null 2>&1
[ "$(grep -c . log)" -eq 11 ] && [ "$(grep -c '^r' log)" -eq 11 ] || fail "a third repeat: $(cat log)"
: >log
sed -i 's/range("b", 1, 3)/range("b", 1, 4)/' p.lua
sed -i 's/a + p.b < 7/a + p.b < 7 or p.a == 1/' p.lua
instr-tune run p.lua >/dev/null 2>&1
[ "$(sort -u log)" = "$(printf 'r1.4\nr2.4')" ] || fail "new values: $(cat log)"

# Another number that is in what was printed: nothing runs. Another command: all runs, nothing is built.
: >log
sed -i 's/value: (%S+)/time: (%S+)/' p.lua
instr-tune run p.lua 2>/dev/null | grep -q 'best: 2 at' || fail 'another measure'
[ ! -s log ] || fail "another measure of kept runs runs: $(cat log)"
project ' * 1' 0 1 ''
instr-tune run p.lua >/dev/null 2>&1
[ "$(grep -c '^r' log)" -eq 11 ] && ! grep -q '^[gb]' log || fail "another command: $(cat log)"

# A changed source makes all anew; a build that is gone is made again, when it is needed.
: >log
echo one >source.txt
project ' * 1' 0 1 'sources("source.txt")'
instr-tune run p.lua >/dev/null 2>&1
echo two >source.txt
instr-tune run p.lua >/dev/null 2>&1
[ "$(grep -c '^b' log)" -eq 8 ] && [ "$(grep -c '^r' log)" -eq 22 ] || fail "a changed source: $(cat log)"
rm -r p.results/builds
: >log
project ' * 2' 0 1 'sources("source.txt")'
instr-tune run p.lua >/dev/null 2>&1
[ "$(grep -c '^b' log)" -eq 4 ] || fail "builds that are gone: $(cat log)"

# --only build builds only; --only run runs what is built.
: >log
echo three >source.txt
instr-tune run --only build p.lua >/dev/null 2>&1
[ "$(grep -c '^b' log)" -eq 4 ] && ! grep -q '^r' log || fail "--only build: $(cat log)"
: >log
instr-tune run --only run p.lua >/dev/null 2>&1
[ "$(grep -c '^r' log)" -eq 11 ] && ! grep -q '^b' log || fail "--only run: $(cat log)"
echo four >source.txt
instr-tune run --only run p.lua 2>&1 | grep -q '11 were left out' || fail 'what is not built is not told'

# A search tries no more than it may, and each once.
: >log
rm -r p.results
for method in random genetic model; do
    instr-tune run -s $method -u 6 p.lua >said 2>&1 || fail "$method: $(cat said)"
done
[ "$(sort log | uniq -d | grep -c r)" -eq 0 ] || fail "a search runs twice: $(cat log)"
instr-tune run -s random -u 60 p.lua >said 2>&1
grep -q 'the search ended after 11 different variants' said || fail "a search of more than there are: $(cat said)"
expect_error "no search 'magic'" instr-tune run -s magic p.lua

# Commands see the parameters, and the folder they are built in.
cat >e.lua <<'END'
list("text", {"it's $HOME"})
run('printf "%s\n" "$TUNE_text" "$TUNE_PROJECT" "$PWD" >$TUNE_PROJECT/seen; echo 1')
minimise {output = "1"}
END
instr-tune run e.lua >/dev/null 2>&1
{ echo "it's \$HOME"; pwd; } | diff - seen >/dev/null && fail 'the folder is missing'
sed -n 1p seen | grep -qF "it's \$HOME" || fail "the value: $(cat seen)"
sed -n 3p seen | grep -q "^$(pwd -P)/e.results/builds/" || fail "the folder: $(cat seen)"
