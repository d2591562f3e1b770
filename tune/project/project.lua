-- project.lua - the words of a project file, and what they say of one variant. Called with the file's name and its folder.
-- Returns the table that the words fill, which load.c takes over, with the functions that C calls later: check() behind the file, and
-- broken(genes...) and recipe(genes...) for a variant. What is wrong is an error that begins with FILE:LINE.
local file, directory = ...
local P = {parameters = {}, constants = {}, restrictions = {}, predefined = {}, patterns = {}, steps = {}, measures = {},
           run = {}, search = {}}
local lines, derived, sorted = {}, {}, nil -- of each name; constants and derived values in their order; see in_order

-- The line of the project file that is being run.
local function line()
    for level = 2, math.huge do
        local info = debug.getinfo(level, "Sl")
        if not info then return 0 end
        if info.source == "@" .. file then return info.currentline end
    end
end

local function wrong_on(at, form, ...) error(("%s:%d: %s"):format(file, at, form:format(...)), 0) end
local function wrong(form, ...) wrong_on(line(), form, ...) end

-- Values.

local function is_value(value)
    local kind = type(value)
    return kind == "string" or kind == "boolean" or kind == "number" and value - value == 0
end

-- A number that is whole, as 2^3 is in Lua, is written as one: 8, not 8.0; another with the fewest digits that give it back.
local function normal(value)
    local whole = type(value) == "number" and math.abs(value) < 2 ^ 53 and math.tointeger(value)
    return whole or value
end

local function text_of(value)
    if math.type(value) ~= "float" then return tostring(value) end
    for digits = 6, 17 do
        local text = ("%%.%dg"):format(digits):format(value)
        if tonumber(text) == value then return text end
    end
end

local function need(value, kind, what)
    if type(value) ~= kind then wrong("%s needs a %s, not a %s", what, kind, type(value)) end
    return value
end

local function new_name(name)
    need(name, "string", "a name")
    if not name:match("^[%a_][%w_]*$") then wrong("'%s' is no name: take letters, digits and _", name) end
    if name == "project" then wrong("'project' is the folder of this file; take another name") end
    if lines[name] then wrong("'%s' is on line %d already", name, lines[name]) end
    lines[name] = line()
    return name
end

-- Parameters.

local function add_parameter(name, values, ordered)
    if #values > 65535 then wrong("'%s' has more than 65535 values", name) end
    if #P.parameters == 64 then wrong("more than 64 parameters") end
    local texts = {}
    for i, value in ipairs(values) do texts[i] = text_of(value) end
    P.parameters[#P.parameters + 1] = {name = name, values = values, texts = texts, ordered = ordered, line = line()}
end

function range(name, first, last, step)
    new_name(name)
    step = need(step or 1, "number", "the step")
    if not (step > 0 and step < math.huge) then wrong("the step of '%s' is not above 0", name) end
    if not (need(last, "number", "a range") >= need(first, "number", "a range") and last - first < math.huge) then
        wrong("'%s' ends before it begins", name)
    end
    local values = {}
    -- The last value counts where rounding leaves it just beyond, and 0.8 + 2 * 0.2 is meant as 1.2.
    for i = 0, math.min((last - first) / step * (1 + 1e-12) + 1e-9, 65536) do
        local value = first + i * step
        values[#values + 1] = normal(math.abs(value) < 1e11 and tonumber(("%.12g"):format(value)) or value)
    end
    add_parameter(name, values, true)
end

function list(name, values)
    new_name(name)
    if #need(values, "table", "a list") == 0 then wrong("'%s' has no values", name) end
    local own, known, ordered = {}, {}, true
    for i, value in ipairs(values) do
        if not is_value(value) then wrong("value %d of '%s' is not a number, string or boolean", i, name) end
        own[i] = normal(value)
        local text = text_of(own[i])
        if known[text] then wrong("'%s' has the value %s twice", name, text) end
        known[text] = true
        ordered = ordered and type(value) == "number" and (i == 1 or own[i - 1] < own[i])
    end
    add_parameter(name, own, ordered)
end

function constant(name, value)
    if not is_value(value) then wrong("'%s' needs a number, string or boolean", new_name(name)) end
    value = normal(value)
    derived[#derived + 1] = {name = new_name(name), value = value}
    P.constants[#P.constants + 1] = {name = name, values = {value}, texts = {text_of(value)}}
end

_ENV.derived = function(name, get)
    derived[#derived + 1] = {name = new_name(name), get = need(get, "function", "derived"), line = line()}
end

function restrict(text, holds)
    if type(text) == "function" then text, holds = "the restriction on line " .. line(), text end
    need(holds, "function", "restrict")
    table.insert(P.restrictions, {text = need(text, "string", "restrict"), line = line(), holds = holds})
end

function predefined(name, values)
    local one, known = {name = need(name, "string", "predefined"), line = line(), genes = {}}, {}
    need(values, "table", "predefined")
    for i, parameter in ipairs(P.parameters) do
        local value = normal(values[parameter.name])
        known[parameter.name] = true
        if value == nil then wrong("'%s' is missing in '%s'", parameter.name, name) end
        for k, other in ipairs(parameter.values) do if other == value then one.genes[i] = k - 1 end end
        if not one.genes[i] then wrong("'%s' can't be %s", parameter.name, tostring(value)) end
    end
    for key in pairs(values) do
        if not known[key] then wrong("'%s' is no range or list above '%s'", tostring(key), name) end
    end
    for _, other in ipairs(P.predefined) do if other.name == name then wrong("'%s' is on line %d already", name, other.line) end end
    P.predefined[#P.predefined + 1] = one
end

-- Files and folders.

local function absolute(path)
    need(path, "string", "a path")
    return path:sub(1, 1) == "/" and path or (directory == "/" and "" or directory) .. "/" .. path
end

function project(name) P.name = need(name, "string", "project") end
function folder(path) P.folder = absolute(path) end
for content, word in ipairs {"sources", "inputs"} do
    _ENV[word] = function(...)
        for _, pattern in ipairs {...} do table.insert(P.patterns, {text = absolute(pattern), kind = content - 1}) end
    end
end

-- Settings.

local function words(list)
    return #list < 2 and list[1] or table.concat(list, ", ", 1, #list - 1) .. " and " .. list[#list]
end

local function place_in(list, value)
    for i, other in ipairs(list) do if other == value then return i end end
end

local function check_keys(settings, ...)
    for key in pairs(need(settings, "table", "settings")) do
        if not place_in({...}, key) then wrong("no setting '%s' here; there are %s", tostring(key), words {...}) end
    end
    return settings
end

local function number(settings, key, least, most, fallback)
    if settings[key] == nil then return fallback end
    local value = tonumber(settings[key])
    if not value or not (value >= least and value <= most) then wrong("'%s' needs a number from %g to %g", key, least, most) end
    return value
end

-- The place of one of the words, from 0; the first if nothing is said.
local function choice(settings, key, ...)
    local value = settings[key]
    local place = value == nil and 1 or place_in({...}, value)
    if not place then wrong("'%s' can't be '%s'; there are %s", key, tostring(value), words {...}) end
    return place - 1
end

local function add_step(name, command, limit)
    if P.steps[name] then wrong("line %d already has this step", P.steps[name].line) end
    if type(command) == "number" then command = text_of(command) end
    if type(command) ~= "function" then need(command, "string", name) end
    P.steps[name] = {command = command, limit = limit, line = line()}
end

for _, name in ipairs {"generate", "build"} do
    _ENV[name] = function(command, settings)
        settings = check_keys(settings or {}, "limit")
        add_step(name, command, number(settings, "limit", 1e-3, 1e9, 600))
    end
end

function run(command, settings)
    settings = check_keys(settings or {}, "limit", "memory", "before", "warmup", "repeats", "spread", "cores")
    add_step("run", command, number(settings, "limit", 1e-3, 1e9, 60))
    if settings.before then add_step("before", settings.before, 60) end
    if settings.cores then add_step("cores", settings.cores, 60) end
    P.run.memory = 2 ^ 20 * number(settings, "memory", 1, 1e12, 0)
    P.run.warmup = number(settings, "warmup", 0, 1000, 1)
    P.run.spread = number(settings, "spread", 0, 1, 0.02)
    local repeats = settings.repeats or {3, 10}
    repeats = type(repeats) == "table" and {least = repeats[1], most = repeats[2]} or {least = repeats}
    P.run.least = math.floor(number({repeats = repeats.least}, "repeats", 1, 10000, 1))
    P.run.most = math.floor(number({repeats = repeats.most}, "repeats", P.run.least, 10000, P.run.least))
end

local metrics = {"inclusive", "exclusive", "calls", "wall", "processor", "memory"}
local ranks, threads = {"max", "min", "mean", "sum"}, {"max", "sum", "mean"}

local function read_measure(name, settings)
    check_keys(settings, "region", "metric", "ranks", "threads", "repeats", "output")
    local one = {name = name, line = line(), region = settings.region, pattern = settings.output,
                 ranks = choice(settings, "ranks", table.unpack(ranks)),
                 threads = choice(settings, "threads", table.unpack(threads)),
                 repeats = choice(settings, "repeats", "median", "min", "mean"),
                 metric = choice(settings, "metric", table.unpack(metrics))}
    for _, key in ipairs {"region", "output"} do need(settings[key] or "", "string", "'" .. key .. "'") end
    if one.pattern then
        if settings.metric or one.region then wrong("'output' is a measure of its own: no region and no metric") end
        one.metric = #metrics
    end
    local of_region = one.metric < 3
    if not of_region and one.region then wrong("%s is of the whole command, not of a region", metrics[one.metric + 1]) end
    if of_region and not settings.metric and not one.region then
        wrong('say which region, or what else: metric = "wall", metric = "memory" or output = "..."')
    end
    one.key = ("%s %s %s%s%s%s"):format(metrics[one.metric + 1] or "output", of_region and ranks[one.ranks + 1] or "-",
        one.metric < 2 and threads[one.threads + 1] .. " " or "", one.region and "of " or "", one.region or "", one.pattern or "")
    return one
end

local objective
local function optimise(maximise)
    return function(settings)
        if objective then wrong("line %d already says what to optimise; further numbers: measure(name, {...})", objective.line) end
        objective = read_measure("objective", settings)
        objective.maximise = maximise
    end
end
minimise, maximise, minimize, maximize = optimise(false), optimise(true), optimise(false), optimise(true)

function measure(name, settings)
    if #P.measures == 7 then wrong("more than 8 measures") end
    P.measures[#P.measures + 1] = read_measure(new_name(name), settings)
end

local function set_search(settings)
    local S = P.search
    check_keys(settings, "unique", "population", "generations", "mutation", "crossover", "elitism", "selection", "seed")
    S.population = number(settings, "population", 2, 1e6, 30)
    S.generations = number(settings, "generations", 1, 1e6, 0)
    S.unique = number(settings, "unique", 1, 1e9, S.generations > 0 and math.min(S.population * S.generations, 1e9) or 100)
    S.mutation = number(settings, "mutation", 1, 1e9, 100)
    S.seed = number(settings, "seed", 0, 1e15, 1)
    S.one_point = choice(settings, "crossover", "uniform", "one-point") == 1
    S.random_parents = choice(settings, "selection", "roulette", "random") == 1
    S.elitism = settings.elitism == nil or need(settings.elitism, "boolean", "'elitism'")
end
set_search {}
search = set_search

-- Commands with {names} in them. {name} stands for a value, if there is a name alone between the braces; {{name}} for the text
-- {name}. Everything else is left to the shell: ${HOME}, {a,b} and { command; } are no templates.
local function fill(template, value_of)
    local out, at = {}, 1
    while true do
        local from, to, name = template:find("{([%a_][%w_]*)}", at)
        if not from then return table.concat(out) .. template:sub(at) end
        local before, sign = template:sub(at, from - 1), from > at and template:sub(from - 1, from - 1)
        local kept = sign == "{" and template:sub(to + 1, to + 1) == "}"
        out[#out + 1] = before .. (kept and name .. "}" or sign == "$" and "{" .. name .. "}" or value_of(name))
        at = to + (kept and 2 or 1)
    end
end

-- What can only be told when all is read.
function P.check()
    if not P.steps.run then error(file .. ': nothing is run: it lacks run("COMMAND")', 0) end
    for _, step in pairs(P.steps) do
        if type(step.command) == "string" then
            fill(step.command, function(name)
                if name == "project" or lines[name] then return "" end
                wrong_on(step.line, "no parameter '%s'; for braces of the shell write {{%s}}", name, name)
            end)
        end
    end
    for _, one in ipairs(P.predefined) do
        for _, parameter in ipairs(P.parameters) do
            if parameter.line > one.line then
                wrong_on(one.line, "'%s' needs all parameters above it, and '%s' is on line %d", one.name, parameter.name,
                    parameter.line)
            end
        end
    end
    for _, one in ipairs(P.predefined) do
        local restriction = P.restrictions[P.broken(table.unpack(one.genes))]
        if restriction then
            wrong_on(one.line, "'%s' is not allowed: %s (line %d)", one.name, restriction.text, restriction.line)
        end
    end
    table.insert(P.measures, 1, objective or
        {name = "objective", metric = 3, ranks = 0, threads = 0, repeats = 0, line = 0, key = "wall - "})
end

-- Variants as texts: their parameters as JSON, sorted by name, which is their key in the library; and back.

local function json(value, text)
    if type(value) ~= "string" then return text end
    return '"' .. text:gsub('["\\]', "\\%0"):gsub("[\1-\31]", function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

-- Of each parameter, by name: where it stands among all, and its values.
local function in_order()
    local sorted = {}
    for i, parameter in ipairs(P.parameters) do
        sorted[i] = {place = i, name = '"' .. parameter.name .. '":', values = {}}
        for k, value in ipairs(parameter.values) do sorted[i].values[k] = json(value, parameter.texts[k]) end
    end
    table.sort(sorted, function(a, b) return P.parameters[a.place].name < P.parameters[b.place].name end)
    return sorted
end

function P.key(...)
    local genes, parts = {...}, {}
    sorted = sorted or in_order()
    for i, one in ipairs(sorted) do parts[i] = one.name .. one.values[genes[one.place] + 1] end
    return "{" .. table.concat(parts, ",") .. "}"
end

-- The genes; nothing for a variant that the project no longer has.
function P.genes(key)
    local genes, at = {}, 2
    sorted = sorted or in_order()
    local function take(word)
        if key:sub(at, at + #word - 1) == word then at = at + #word return true end
    end
    for i, one in ipairs(sorted) do
        if i > 1 and not take(",") or not take(one.name) then return nil end
        local found
        for k, value in ipairs(one.values) do
            if not found and key:find("^[,}]", at + #value) and take(value) then found = k - 1 end
        end
        if not found then return nil end
        genes[one.place] = found
    end
    return key:sub(at) == "}" and genes or nil
end

-- One variant, of which the genes are the places of its values, from 0: p has all that has a name.

local strict = {__index = function(_, name) wrong("no parameter '%s'", tostring(name)) end}
local function variant(genes)
    local p = setmetatable({project = directory}, strict)
    for i, parameter in ipairs(P.parameters) do p[parameter.name] = parameter.values[genes[i] + 1] end
    for _, named in ipairs(derived) do
        local value = named.value
        if named.get then value = named.get(p) end
        if value == nil then wrong_on(named.line, "'%s' has no value", named.name) end
        p[named.name] = value
    end
    return p
end

-- The number of the first restriction that does not hold; 0 if all do.
function P.broken(...)
    if #P.restrictions == 0 then return 0 end
    local p = variant {...}
    for i, restriction in ipairs(P.restrictions) do if not restriction.holds(p) then return i end end
    return 0
end

local function command_of(step, p)
    if not step then return nil end
    if type(step.command) == "string" then
        return fill(step.command, function(name)
            local value = rawget(p, name)
            if is_value(value) then return text_of(normal(value)) end
            wrong_on(step.line, "'%s' is not a number, string or boolean here", name)
        end)
    end
    local command = step.command(p)
    if type(command) == "number" then command = text_of(command) end
    if command ~= nil and type(command) ~= "string" then
        wrong_on(step.line, "the function gives no command but a %s", type(command))
    end
    return command
end

-- The commands by name, the files that `generate` writes into the folder of the build, and the cores of a run, 0 for all.
function P.recipe(...)
    local R, p = {files = {}}, variant {...}
    function write(name, text)
        need(name, "string", "write")
        if name:sub(1, 1) == "/" or name:find("..", 1, true) then wrong("'%s' is not in the variant's own folder", name) end
        R.files[#R.files + 1] = {name = name, text = tostring(text)}
    end
    R.generate = command_of(P.steps.generate, p)
    write = nil
    for _, name in ipairs {"build", "run", "before", "cores"} do R[name] = command_of(P.steps[name], p) end
    local cores = R.cores and math.tointeger(tonumber(R.cores)) or 0
    if R.cores and not (cores >= 1 and cores <= 2 ^ 20) then wrong_on(P.steps.cores.line, "'%s' is no number of cores", R.cores) end
    R.cores = cores
    return R
end

return P
