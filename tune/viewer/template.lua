-- What instr-tune is to try. This file is a Lua program; see instr-tune(1).
project "example"

-- Parameters: each variant has one value of each.
range("tile", 8, 64, 8)                          -- 8, 16, ... 64
list("optimise", {"-O1", "-O2", "-O3"})          -- numbers, texts, true and false
constant("size", 512)                            -- the same in all variants

-- A value that follows from the others. p has them all.
derived("tiles", function(p) return p.size // p.tile end)

-- What is not allowed is never tried.
restrict("tiles fill the size", function(p) return p.size % p.tile == 0 end)

-- Variants with a name: 'default' is what others are compared with.
predefined("default", {tile = 32, optimise = "-O2"})

-- When one of these files changes, everything is built and measured anew.
sources("example.c")

-- How a variant is made and run: commands for the shell, with {names} of parameters; {project} is this file's
-- folder. Each build has a folder of its own, in which all its commands run. Variants whose commands for
-- generate and build are the same share one build. A function that returns a command will do as well; in
-- generate it may write files: write("config.h", "#define TILE " .. p.tile)
build("instr-cc cc {optimise} -DTILE={tile} -o example {project}/example.c", {limit = 60})
run("./example {size}", {
    limit = 10,          -- seconds after which a run has failed
    warmup = 1,          -- runs before those that count
    repeats = {3, 10},   -- at least and at most
    spread = 0.02,       -- enough when repeats differ by less than 2 %
    -- cores = "{ranks}" -- how many a run takes: then runs go side by side as long as they fit
})

-- What is to be small: a region of the profile that the run leaves behind.
minimise {
    region = "main",
    metric = "inclusive",   -- or exclusive, calls; without a region also wall (the command's time) and memory
    ranks = "max",          -- over the ranks of an MPI job: max, min, mean or sum
    repeats = "min",        -- over the repeats: min, median or mean
}
-- A number that the program prints: minimise {output = "time: ([%d.]+)"}, or maximise {output = "rate: ([%d.]+)"}

-- Further numbers to look at.
measure("memory", {metric = "memory"})

-- What --search takes unless the command line says otherwise.
search {unique = 50, population = 20, mutation = 100, crossover = "uniform", elitism = true, seed = 1}
