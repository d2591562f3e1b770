#!/bin/sh
# convert.sh - the thesis's own project file (listing 4.6) becomes one of ours, with as many variants as it says.
set -eu
. "$INSTR_TEST_DIR/check.sh"
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

population_size = 30
max_unique_units = 20
timer_to_use = 'stopWatch'
mutation_chance = 100
processing_strategy = "avg"
use_elitism = True
END
instr-tune convert project.gp -o tune.lua
instr-tune check >said || fail "what is converted is no project: $(cat tune.lua)"
# 32 shapes of which 26 have at most 8 threads, 16 numbers of steps, 2 strategies, 3 smoothers.
grep -q '14 parameters, 3,072 combinations, 2,496 allowed\|13 parameters, 3,072 combinations, 2,496 allowed' said ||
    fail "another number of variants: $(cat said)"
grep -q 'the inclusive time of stopWatch, mean over ranks' said || fail "what is minimised: $(cat said)"
grep -q 'search {unique = 20, population = 30, mutation = 100, elitism = true}' tune.lua || fail 'the search'
grep -qF 'list("l3tmp_smoother", {"\"GS\"", "\"Jac\"", "\"RBGS\""})' tune.lua || fail "a list: $(cat tune.lua)"
# What the metacompiler is told.
sed -i 's/^    return "here=.*/    return "true"/; s/^build.*/build("cat example.knowledge >$TUNE_PROJECT\/seen")/; s/^run.*/run("echo 1 {maxLevel}")/; s/^minimise.*/minimise {output = "%d"}/' tune.lua
instr-tune run -s random -u 1 >/dev/null 2>&1 || fail 'one variant'
grep -q '^l3tmp_smoother = "' seen || fail "the knowledge file: $(cat seen)"
grep -q '^maxLevel = [78]$' seen || fail "the level for the constant size: $(cat seen)"
echo 'range_genes_def = [["a", 1]]' >bad.gp
expect_error 'bad.gp:1: entry 1 of range_genes_def is not of the form ["name", first, count]' instr-tune convert bad.gp
printf 'a = 1\nb = foo(2)\n' >bad.gp
expect_error 'bad.gp:2: neither a number' instr-tune convert bad.gp
printf 'a = [1, 2\n' >bad.gp
expect_error "bad.gp:2: " instr-tune convert bad.gp
