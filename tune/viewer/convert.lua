-- convert.lua - a project file of the thesis's form (range_genes_def and the rest, its listings 3.12 and 4.6) becomes one of
-- ours, which a person then goes over: the steps are those of its metacompiler. Called with the file's text, its name, and a
-- function that tells one line. Returns the project file. An error is a text "NAME:LINE: what".
local text, file, tell = ...
local all, order = {}, {} -- assignments by name: {name, line, value}; a list is a table, a number keeps how it is written

local function wrong(where, what) error(("%s:%d: %s"):format(file, where, what), 0) end

-- Reading: assignments of Python literals, NAME = number, text, True, False, or a list of these, are nearly Lua. What is in quotes
-- stays; brackets become braces, numbers and truths say what they are, comments go.
local lua, lines, at, line = {}, {}, 1, 1
while at <= #text do
    local quote = text:match("^[\"']", at)
    local part = quote and text:match("^" .. quote .. "[^\\" .. quote .. "\n]*", at) or text:match("^#[^\n]*", at) or
        text:match("^\\\r?\n", at) or text:match("^[+-]?%.?%d[%w.]*", at) or text:match("^[%a_][%w_]*", at) or text:sub(at, at)
    at = at + #part
    if quote then
        while text:match("^\\", at) do
            local more = text:match("^\\.[^\\" .. quote .. "\n]*", at) or ""
            part, at = part .. (more:match("^\\[\\\"']") and "" or "\\") .. more, at + #more
            if more == "" then break end
        end
        if text:sub(at, at) ~= quote then wrong(line, "a text without its end") end
        part, at = "{text = " .. part .. quote .. "}", at + 1
    elseif part:match("^[+-]?%.?%d") then
        part = ("{number = %s, lua = %q}"):format(part, part)
    elseif part == "True" or part == "False" then
        part = ("{number = %d, lua = %q, truth = true}"):format(part == "True" and 1 or 0, part:lower())
    elseif part:match("^[%a_]") then
        if text:match("^%s*[^%s=]", at) then wrong(line, "neither a number nor a text nor a list nor True or False") end
        lines[part] = line
    else
        part = part:match("^#") and "" or part:match("^\\(\r?\n)") or
            ({["["] = "{list = {", ["("] = "{list = {", ["]"] = "}}", [")"] = "}}"})[part] or part
    end
    line = line + select(2, part:gsub("\n", ""))
    lua[#lua + 1] = part
end
local chunk, why = load(table.concat(lua), "=" .. file, "t", setmetatable({}, {__newindex = function(_, name, value)
    local one = {name = name, line = lines[name], value = value}
    order[#order + 1] = one
    all[name] = all[name] or one
end}))
if not chunk then error(why, 0) end
chunk()

-- What it says.

local function value_of(name) return all[name] and all[name].value or {} end
local function number_of(name) return value_of(name).number or 0 end
local function text_of(name, fallback) return value_of(name).text or fallback end
local function entries(name) return value_of(name).list or {} end
local strong = number_of("strong_scale")

local known, genes = {}, {} -- all genes; those that are chosen, in the order of predefined units
for _, name in ipairs {"range_genes_def", "list_genes_def", "const_genes"} do
    for _, gene in ipairs(entries(name)) do
        local first = gene.list and gene.list[1]
        if first and first.text then
            known[first.text] = true
            if name ~= "const_genes" then genes[#genes + 1] = first.text end
        end
    end
end
local function is_derived(gene) return strong > 0 and gene == "maxLevel" end

-- Its words: what becomes of those that have no place here.
local converted = [[range_genes_def list_genes_def const_genes cmp_path num_mpi num_omp_per_mpi num_total_threads strong_scale
    population_size max_unique_units max_generation_count mutation_chance use_elitism timer_to_use processing_strategy
    generate_predefined generate_predifined predefined_genes predifined_genes lib_path]]
local instead = {
    out_path = "results of a search are in NAME.results beside the project file",
    measured_timers_fname = "timers are in the profile that each run writes",
    run_while_generating_or_genetics = "instr-tune run --only build builds without running, instr-tune run does both",
}
for word in converted:gmatch("%S+") do instead[word] = "" end

if not (all.range_genes_def or all.list_genes_def) then error(file .. ": it has neither range_genes_def nor list_genes_def", 0) end
for _, one in ipairs(order) do
    local why = instead[one.name]
    if not why then
        tell(("%s:%d: '%s' is not known and left out"):format(file, one.line, one.name))
    elseif why ~= "" then
        tell(("%s:%d: '%s' is left out: %s"):format(file, one.line, one.name, why))
    end
end

local out = {("-- Made from %s by instr-tune convert; go over the steps.\n"):format(file)}
local function put(form, ...) out[#out + 1] = select("#", ...) > 0 and form:format(...) or form end
local function quoted(word) return '"' .. word:gsub('["\\]', "\\%0"):gsub("\n", "\\n") .. '"' end
local function literal(value) return value.text and quoted(value.text) or value.lua end

-- The genes of one list. Each entry is a name, and then what the kinds say: n, l or any value.
local forms = {range = {"range_genes_def", "nn", "first, count"}, list = {"list_genes_def", "l", "[value, ...]"},
               constant = {"const_genes", "v", "value"}}
local function put_genes(word)
    local list, kinds, shown = table.unpack(forms[word])
    for i, gene in ipairs(entries(list)) do
        local values = gene.list or {}
        local fits = #values == #kinds + 1 and values[1].text
        for k = 1, fits and #kinds or 0 do
            local kind, value = kinds:sub(k, k), values[k + 1]
            fits = fits and (kind == "n" and value.number and not value.truth or kind == "l" and value.list or
                             kind == "v" and not value.list)
        end
        if not fits then wrong(all[list].line, ('entry %d of %s is not of the form ["name", %s]'):format(i, list, shown)) end
        local name = values[1].text
        if is_derived(name) then
            tell(("%s:%d: 'maxLevel' is left out: it follows from strong_scale"):format(file, all[list].line))
        elseif word == "range" then
            put("range(%s, %.17g, %.17g)\n", quoted(name), values[2].number, values[2].number + values[3].number - 1)
        elseif word == "list" then
            local choice = {}
            for k, value in ipairs(values[2].list) do choice[k] = literal(value) end
            put("list(%s, {%s})\n", quoted(name), table.concat(choice, ", "))
        else
            put("constant(%s, %s)\n", quoted(name), literal(values[2]))
        end
    end
end

-- A product of those of the genes that there are; what is missing is told, and counts as 1.
local function product(...)
    local factors = {}
    for _, gene in ipairs {...} do
        if not known[gene] then tell(("%s: there is no gene '%s': it is taken for 1"):format(file, gene)) end
        factors[#factors + 1] = known[gene] and "p." .. gene
    end
    return #factors > 0 and table.concat(factors, " * ") or "1"
end

local function put_limit(list, what)
    local limit = entries(list)
    if #limit == 2 then
        put('restrict("%s", function(p) return %s >= %s and %s <= %s end)\n', list, what, limit[1].lua or "0", what,
            limit[2].lua or "0")
    end
end

local function put_sizes()
    local function along(axis)
        return product("domain_numBlocks_" .. axis, "domain_numFragPerBlock_" .. axis, "domain_fragLength_" .. axis)
    end
    for _, count in ipairs {{"mpi", "domain_numBlocks_"}, {"omp", "domain_numFragPerBlock_"}} do
        put('%sderived("%s", function(p) return %s end)\n', count[1] == "mpi" and "\n" or "", count[1],
            product(count[2] .. "x", count[2] .. "y", count[2] .. "z"))
    end
    if strong > 0 then
        put("-- The problem stays as large as it is: %g points along x, y and z.\n", strong)
        put('restrict("the same along x, y and z", function(p)\n    local x, y, z = %s, %s, %s\n', along("x"), along("y"),
            along("z"))
        put('    return x == y and y == z\nend)\nderived("maxLevel", function(p)\n    local points = %g / (%s)\n', strong,
            along("x"))
        put("    return math.tointeger(math.log(points, 2)) or math.log(points, 2)\nend)\n")
        put('restrict("a whole level", function(p) return p.maxLevel >= 0 and p.maxLevel % 1 == 0 end)\n')
    end
    if known.l3tmp_numPre and known.l3tmp_numPost then
        put("-- The metacompiler refuses a solver that does not smooth.\n")
        put('restrict("smoothing", function(p) return p.l3tmp_numPre + p.l3tmp_numPost > 0 end)\n')
    end
    put_limit("num_mpi", "p.mpi")
    put_limit("num_omp_per_mpi", "p.omp")
    put_limit("num_total_threads", "p.mpi * p.omp")
end

-- Units that are always generated: a value for each gene that is chosen. The thesis spells the words so and otherwise.
local function put_predefined()
    if number_of("generate_predefined") == 0 and number_of("generate_predifined") == 0 then return end
    for i, unit in ipairs(all.predefined_genes and entries("predefined_genes") or entries("predifined_genes")) do
        local values = {}
        for place, gene in ipairs(genes) do
            local value = unit.list and unit.list[place]
            if value and not is_derived(gene) then values[#values + 1] = gene .. " = " .. literal(value) end
        end
        put('predefined("predefined %d", {%s})\n', i, table.concat(values, ", "))
    end
end

-- Where the thesis keeps a unit: a folder in a folder for each gene that is chosen, as LIB_PATH/_1/_0/_GS. It becomes a link to the
-- folder of the build, whose name is a hash.
local function put_library()
    local path = text_of("lib_path", ""):gsub("/*$", "")
    if path == "" then return "" end
    local names = {}
    for i, gene in ipairs(genes) do names[i] = quoted(gene) end
    put([[
    local unit = %s
    for _, name in ipairs {%s} do unit = unit .. "/_" .. tostring(p[name]):gsub('"', "") end
    local link = "unit='" .. unit .. "'; mkdir -p \"${unit%%/*}\" && ln -sfn \"$PWD\" \"$unit\" && "
]], (path:match("^/") and "" or 'p.project .. "/" .. ') .. quoted(path), table.concat(names, ", "))
    return "link .. "
end

-- The knowledge file has all genes, constants first. The metacompiler makes the sources of it, and fails rather than change one.
local function put_steps()
    local names = {}
    for _, gene in ipairs(entries("const_genes")) do names[#names + 1] = quoted(gene.list[1].text) .. ", " end
    for _, gene in ipairs(genes) do names[#names + 1] = quoted(gene) .. ", " end
    put([[

generate(function(p)
    local knowledge = {}
    for _, name in ipairs {%s} do
        knowledge[#knowledge + 1] = name .. " = " .. tostring(p[name])
    end
    write("example.knowledge", table.concat(knowledge, "\n") .. "\n")
    write("example.settings", "failOnConstraint = true\n")   -- and what else it needs: output path and the like
]], table.concat(names))
    put([[
    return %s"here=$PWD; cd " .. %s .. " && java -cp compiler.jar Main $here/example.settings $here/example.knowledge"
end)
build("make CXX='instr-cc g++'")
run("mpirun -np {mpi} ./exastencils")

]], put_library(), quoted(text_of("cmp_path", ".")))
end

local function put_objective()
    local strategy = text_of("processing_strategy", "avg")
    put('minimise {region = %s, ranks = "%s", repeats = "min"}\nsearch {', quoted(text_of("timer_to_use", "main")),
        strategy == "avg" and "mean" or strategy)
    for _, setting in ipairs {{"generations", "max_generation_count"}, {"unique", "max_unique_units"},
                              {"population", "population_size"}, {"mutation", "mutation_chance"}} do
        if number_of(setting[2]) > 0 then put("%s = %.0f, ", setting[1], number_of(setting[2])) end
    end
    put("elitism = %s}\n", tostring(number_of("use_elitism") ~= 0))
end

for _, word in ipairs {"range", "list", "constant"} do put_genes(word) end
put_sizes()
put_predefined()
put_steps()
put_objective()
return table.concat(out)
