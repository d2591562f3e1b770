# profile.sh SAMPLES - numbers out of profiles agree with what instr-report says of them; over ranks too.
. "$(dirname "$0")/common.sh"
samples=$1
cp -r "$samples/multigrid" .
cd multigrid

instr-tune check multigrid.lua | grep -q '8 parameters, 5,184 combinations, 4,860 allowed' || fail 'the sample'
# A small part of the sample: some fail to build, some do not converge, the others have a number.
sed -e 's/range("pre", 0, 3)/range("pre", 0, 1)/; s/range("post", 0, 3)/range("post", 1, 2)/' \
    -e 's/list("unroll", {1, 4, 6})/list("unroll", {1, 6})/; s/list("block", {8, 12, 32})/list("block", {8})/' \
    -e 's/{"-O2", "-O3"}/{"-O2"}/; s/"levels", 7/"levels", 5/' \
    -e 's/repeats = {2, 4}/repeats = 1/; /^predefined/,/}/d' multigrid.lua >small.lua
cat >>small.lua <<'END'
measure("calls", {region = "solve", metric = "calls"})
measure("own", {region = "solve", metric = "exclusive"})
END
instr-tune run small.lua >said 2>told || fail "run: $(cat told)"
instr-tune export small.lua >table.csv
[ "$(grep -c . table.csv)" -eq 145 ] || fail "not 144 variants: $(grep -c . table.csv)"
awk -F, '$4 == 6 && !/,failed,/' table.csv | grep -v '^smoother' && fail 'a block that is not a multiple is built'
grep 'failed' table.csv | grep ',6,' | grep -q 'build: exit status .*error: static assertion failed' ||
    fail "the reason of a failed build: $(grep failed table.csv | head -3)"
grep '^JACOBI,-O2,8,1,.*,1.2,failed' table.csv | grep -q 'run: exit status 3: multigrid: error: no convergence' ||
    fail "the reason of a run: $(grep '^JACOBI,-O2,8,1' table.csv)"
[ "$(grep -c measured table.csv)" -gt 30 ] || fail "too few were measured: $(grep -c measured table.csv)"

# The profile that is kept says the same.
row=$(grep ',measured,' table.csv | head -1)
profiles=$(printf '%s' "$row" | awk -F, '{ print $NF }')
instr-report flat --csv small.results/"$profiles"/*.instr >flat.csv
printf '%s\n' "$row" | awk -F, '
    NR == FNR { objective = $10; calls = $12; own = $13; next }
    $1 == "solve" { solve = $7; own_here = $8; calls_here = $5 }
    function far(a, b) { return a - b > 1e-9 * b || b - a > 1e-9 * b }
    END { exit !objective || far(objective, solve) || calls != calls_here || far(own, own_here) }' - flat.csv ||
    fail "the profile says something else: $row; $(cat flat.csv)"

# A region that is not there: one reason, and the regions that are.
sed 's/region = "solve", metric = "inclusive"/region = "solves", metric = "inclusive"/; /^measure/d' small.lua >other.lua
printf '%s\n' 'restrict("few", function(p) return p.smoother == "RED_BLACK" and p.unroll == 1 and p.cycle == 1 end)' >>other.lua
instr-tune run other.lua >said 2>told || fail "run: $(cat told)"
instr-tune list --failed other.lua | grep -q "the region 'solves' is not in the run's profile; there are main" ||
    fail "a region that is missing: $(instr-tune list --failed other.lua)"
# Named right, the profiles that were kept are enough, but for repeats that had not been asked for.
ls -i other.results/profiles/*/1/*.instr >before
sed -i 's/"solves"/"solve"/' other.lua
instr-tune run other.lua 2>&1 | grep -q '12 measured, 0 failed' || fail 'the region mended'
ls -i other.results/profiles/*/1/*.instr | diff before - || fail 'runs that were not needed'

# A run of many processes: their profiles are added up.
cat >many.lua <<'ENDED'
build("cp $TUNE_PROJECT/many.c . && instr-cc cc -o many many.c")
run("for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do ./many; done", {warmup = 0, repeats = 1})
minimise {region = "main", metric = "calls", ranks = "sum"}
ENDED
echo 'int main(void) { return 0; }' >many.c
instr-tune run many.lua 2>&1 | grep -q 'best: 20 at' || fail "many processes: $(instr-tune list many.lua; instr-tune list --failed many.lua)"
