# convert.sh - the thesis's own project file (listing 4.6) becomes one of ours, with as many variants as it says.
. "$(dirname "$0")/common.sh"
cat >project.gp <<'END'
cmp_path = '/cygdrive/d/STUD_ER/MI/CodeGenerator/'

range_genes_def = [
["domain_numBlocks_x", 1, 1],
["domain_numBlocks_y", 1, 2],
["domain_numBlocks_z", 1, 2],
["domain_numFragPerBlock_x", 1, 2],
["domain_numFragPerBlock_y", 1, 2],
["domain_numFragPerBlock_z", 1, 2],
["domain_fragLength_x", 1, 1],
["domain_fragLength_y", 1, 1],
["domain_fragLength_z", 1, 1],
["l3tmp_numPre", 0, 4],
["l3tmp_numPost", 0, 4],
["maxLevel", 7, 1]#ignored actually.
]

list_genes_def = [
["comm_strategyFragment", [6, 26]],
["l3tmp_smoother", ["\"GS\"", "\"Jac\"", "\"RBGS\""] ]
]

const_genes = [
["targetCompiler", "\"GCC\""],
["dimensionality", 3],
["l3tmp_genFunctionBC", "false"],#only for 2D
["l3tmp_genAdvancedTimers", "true"],\
["advTimer_timerType", "\"QPC\""]
]

#basic restrictions
generate_predefined = False
num_omp_per_mpi = [1, 8]
num_mpi = [1, 8]
num_total_threads = [1, 8]
strong_scale = 256
run_while_generating_or_genetics = True
out_path = '../out_genetics_strong/'
lib_path = 'library/'
popluation = 3

population_size = 30
max_unique_units = 20
timer_to_use = 'stopWatch'
mutation_chance = 100
processing_strategy = "avg"
use_elitism = True
END
instr-tune convert project.gp -o tune.lua 2>told
diff - told <<'END' || fail 'what was left out'
project.gp:37: 'run_while_generating_or_genetics' is left out: instr-tune run --only build builds without running, instr-tune run does both
project.gp:38: 'out_path' is left out: results of a search are in NAME.results beside the project file
project.gp:40: 'popluation' is not known and left out
project.gp:3: 'maxLevel' is left out: it follows from strong_scale
END
instr-tune check >said || fail "what is converted is no project: $(cat tune.lua)"
# The thesis's number: 5 shapes are as large along x, y and z and have at most 8 threads; 15 numbers of steps, as without any there
# is no solver; 2 strategies, 3 smoothers.
grep -q ' 3,072 combinations, 450 allowed' said || fail "another number of variants: $(cat said)"
sed 's/ + p.l3tmp_numPost > 0/ + p.l3tmp_numPost >= 0/' tune.lua >steps.lua
instr-tune check steps.lua | grep -q ' 3,072 combinations, 480 allowed' || fail "without steps: $(instr-tune check steps.lua)"
grep -q 'the inclusive time of stopWatch, mean over ranks' said || fail "what is minimised: $(cat said)"
grep -q 'search {unique = 20, population = 30, mutation = 100, elitism = true}' tune.lua || fail 'the search'
grep -qF 'list("l3tmp_smoother", {"\"GS\"", "\"Jac\"", "\"RBGS\""})' tune.lua || fail "a list: $(cat tune.lua)"
# Its library: each unit has its folder by the values of its genes, in their order, whatever comes of it.
sed 's/> 0 end)/> 0 and p.l3tmp_numPre + p.l3tmp_numPost == 1 and p.mpi * p.omp == 1 end)/' tune.lua >units.lua
instr-tune run --only build units.lua >/dev/null 2>&1 || :
ls -d library/_1/_1/_1/_1/_1/_1/_1/_1/_1/_0/_1/_8/_6/_GS/example.knowledge library/_1/_1/_1/_1/_1/_1/_1/_1/_1/_1/_0/_8/_26/_RBGS/ >/dev/null ||
    fail "the library: $(find library)"
# Units that are always generated.
sed 's/^generate_predefined = False/generate_predifined = True\
predifined_genes = [[1,2,2,2,1,1,1,1,1,2,1,7,6,"\\"Jac\\""]]/' project.gp >defined.gp
instr-tune convert defined.gp -o defined.lua 2>told || fail "predefined units: $(cat told)"
instr-tune check defined.lua >said || fail "predefined units: $(cat said defined.lua)"
grep -q 'predefined(.*domain_fragLength_z = 1, l3tmp_numPre = 2, l3tmp_numPost = 1, comm_strategyFragment = 6, l3tmp_smoother = ' defined.lua &&
    ! grep 'generate_predifined\|predifined_genes' told || fail "predefined units: $(cat defined.lua told)"
# The thesis's first project (listing 3.12) has no restrictions, and here not even all genes.
cat >first.gp <<'END'
range_genes_def = [
["domain_numBlocks_x", 2, 1],
["domain_numBlocks_y", 2, 1],
["domain_numFragPerBlock_x", 1, 1],
["maxLevel", 7, 1]
]
list_genes_def = [["comm_strategyFragment", [6]], ["l3tmp_smoother", ["\"Jac\"", "\"GS\""]]]
const_genes = [["dimensionality", 3]]
max_generation_count = 20
population_size = 50
END
instr-tune convert first.gp -o first.lua 2>told
instr-tune check first.lua >first || fail "no project: $(cat first.lua first)"
grep -q '2 combinations, 2 allowed' first && grep -q 'mpirun -np 4 ./exastencils' first || fail "another project: $(cat first)"
grep -q 'search {generations = 20, population = 50, elitism = false}' first.lua || fail "generations: $(cat first.lua)"
grep -qx "first.gp: there is no gene 'domain_numBlocks_z': it is taken for 1" told || fail "what is missing: $(cat told)"
# What the metacompiler is told.
sed -i 's/^    return .*here=.*/    return "true"/; s/^build.*/build("cat example.knowledge >$TUNE_PROJECT\/seen")/; s/^run.*/run("echo 1 {maxLevel}")/; s/^minimise.*/minimise {output = "%d"}/' tune.lua
instr-tune run -s random -u 1 >/dev/null 2>&1 || fail 'one variant'
[ "$(head -n 1 seen)" = 'targetCompiler = "GCC"' ] && [ "$(sed -n 6p seen)" = 'domain_numBlocks_x = 1' ] ||
    fail "constants first, and then as in the project: $(cat seen)"
grep -q '^l3tmp_smoother = "' seen || fail "the knowledge file: $(cat seen)"
grep -q '^maxLevel = [78]$' seen || fail "the level for the constant size: $(cat seen)"
echo 'range_genes_def = [["a", 1]]' >bad.gp
expect_error 'bad.gp:1: entry 1 of range_genes_def is not of the form ["name", first, count]' instr-tune convert bad.gp
printf 'a = 1\nb = foo(2)\n' >bad.gp
expect_error 'bad.gp:2: neither a number' instr-tune convert bad.gp
printf 'a = [1, 2\n' >bad.gp
expect_error "bad.gp:2: " instr-tune convert bad.gp
