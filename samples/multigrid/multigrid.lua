-- The multigrid solver of this folder, as instr-tune sees it: 4,860 variants of which some can't be built, and some
-- do not converge.
--
--     instr-tune run multigrid.lua
project "multigrid"

-- How it is built.
list("smoother", {"JACOBI", "GAUSS_SEIDEL", "RED_BLACK"})
list("optimise", {"-O2", "-O3"})
list("block", {8, 12, 32})
list("unroll", {1, 4, 6})

-- How it is run.
range("pre", 0, 3)
range("post", 0, 3)
range("cycle", 1, 2)
range("omega", 0.8, 1.2, 0.2)

constant("levels", 7)
restrict("something smooths", function(p) return p.pre + p.post > 0 end)
predefined("default",
           {smoother = "GAUSS_SEIDEL", optimise = "-O2", block = 32, unroll = 1, pre = 2, post = 2, cycle = 1, omega = 1})

sources("*.c", "*.h", "multigrid.filter")
build("instr-cc cc --instr-filter={project}/multigrid.filter {optimise} -DSMOOTHER={smoother} -DBLOCK={block} -DUNROLL={unroll} -o multigrid {project}/*.c -lm")
-- Processor time, since the solver has one thread: then it matters less what else the machine does.
run("INSTR_CLOCK=thread_cpu ./multigrid {levels} {pre} {post} {cycle} {omega}",
    {limit = 5, warmup = 0, repeats = {2, 4}, spread = 0.05})

minimise {region = "solve", metric = "inclusive", repeats = "min"}
measure("memory", {metric = "memory"})
search {unique = 100, population = 30, mutation = 100, crossover = "uniform", elitism = true}
