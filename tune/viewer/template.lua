-- What instr-tune is to try. This file is a program in Lua 5.4, which every command runs, list and check too: it can do all
-- that you can, so take one from nobody whose makefile you would not run.
project "example"

-- Parameters: each variant has one value of each.
range("tile", 8, 64, 8)                          -- 8, 16, ... 64; the step is 1 if it is left out
list("optimise", {"-O1", "-O2", "-O3"})          -- numbers, texts, true and false
constant("size", 512)                            -- the same in all variants

-- A value that follows from the others. p has all that are above it.
derived("tiles", function(p) return p.size // p.tile end)

-- Variants for which this is not true are never tried. The text may be left out.
restrict("tiles fill the size", function(p) return p.size % p.tile == 0 end)

-- Variants with a name: 'default' is what others are compared with.
predefined("default", {tile = 32, optimise = "-O2"})

-- When one of these files changes, everything is built and measured anew; of inputs("...") only measured.
sources("example.c")

-- Where the library, the builds and the profiles lie; NAME.results beside this file if it is left out.
-- folder("/scratch/example.results")

-- How a variant is made and run, in three steps: generate, build, run. Each is a command for the shell, with {names} of
-- parameters, constants and derived values; {project} is this file's folder, and {{name}} is {name}. Or it is a function that
-- returns one, or nil. In generate a function may write files: write("config.h", "#define TILE " .. p.tile)
-- Commands run in a folder that each build has of its own, with TUNE_name and TUNE_PROJECT in the environment. Variants whose
-- commands for generate and build are the same share one build. Profiles are found by INSTR_OUTPUT, which is set for each run.
build("instr-cc cc {optimise} -DTILE={tile} -o example {project}/example.c", {limit = 60})
run("./example {size}", {
    limit = 10,          -- seconds after which a run has failed; 60 if left out, 600 for the other steps
    warmup = 1,          -- runs before those that count
    repeats = {3, 10},   -- rounds of all variants, and the most for those that may be the best
    spread = 0.02,       -- no more for one whose number is known to 2 %
    -- memory = 2048     -- MiB that a process may have; before = "sync": a command before each run
    -- cores = "{ranks}" -- how many a run takes: then runs go side by side as long as they fit
    --                      Without it each run has the machine for itself
})

-- What is to be small, or large with maximise: a region of the profile that the run leaves behind. The first word of each list
-- is meant if none is given, and the time of the command if nothing is minimised.
minimise {
    region = "main",
    metric = "inclusive",   -- or exclusive, calls; without a region also wall (the command's time), processor and memory
    ranks = "max",          -- over the ranks of an MPI job: max, min, mean or sum
    threads = "max",        -- over the threads of a rank: max, sum or mean
    repeats = "median",     -- over the repeats: median, min or mean
}
-- A number that the program prints: minimise {output = "time: ([%d.]+)"}, or maximise {output = "rate: ([%d.]+)"}

-- Further numbers to look at.
measure("memory", {metric = "memory"})

-- What --search takes unless the command line says otherwise. Searches: sweep (all variants), random, genetic, model. Of the
-- genetic one also generations = N and selection = "roulette" or "random"; crossover is "uniform" or "one-point".
search {unique = 50, population = 20, mutation = 100, crossover = "uniform", elitism = true, seed = 1}
