# layers.awk - the facts that layers.sh gathered, one a line, held against its rules:
#
#     rule FOLDER ALLOWED...    include FILE FILE    has FILE SYMBOL    wants FILE SYMBOL

function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
function stem(path) { sub(/\.[chS]$/, "", path); return path }
function part(path) { sub(/\/.*/, "", path); return path }

function allows(from, to,    name, best, names, count, i) {
    best = ""
    for (name in rule)
        if (index(from, name) == 1 && substr(from, length(name) + 1) ~ /^(\/|$)/ && length(name) > length(best))
            best = name
    count = split(best " " rule[best], names, " ")
    for (i = 1; i <= count; i++)
        if (stem(to) == stem(names[i]) || folder(to) == names[i])
            return 1
    return 0
}

function use(from, to, what) {
    if (!allows(from, to)) {
        print from " may not use " to ": " what
        failed = 1
    }
}

# Within a folder: who needs whom, and what of it. Files for calls, and for includes modules, which are NAME.c and NAME.h.
function need(from, to, what) {
    if (folder(from) != folder(to) || stem(from) == stem(to) || (from, to) in symbol)
        return
    needs[from] = needs[from] " " to
    symbol[from, to] = what
}

function print_ring(first,    i, next_one) {
    for (i = depth; path[i] != first; i--)
        ;
    printf "a ring:"
    for (; i <= depth; i++) {
        next_one = i < depth ? path[i + 1] : first
        printf " %s wants %s of", path[i], symbol[path[i], next_one]
    }
    print " " first
    failed = 1
}

function walk(at,    names, count, i) {
    state[at] = "open"
    path[++depth] = at
    count = split(needs[at], names, " ")
    for (i = 1; i <= count; i++)
        if (state[names[i]] == "open")
            print_ring(names[i])
        else if (state[names[i]] != "done")
            walk(names[i])
    state[at] = "done"
    depth--
}

$1 == "rule" { name = $2; $1 = $2 = ""; rule[name] = rule[name] $0 }
$1 == "include" {
    included++
    use($2, $3, "#include")
    need(stem($2), stem($3), "the header")
}
$1 == "has" { owner[$3] = owner[part($2), $3] = $2 }
$1 == "wants" { wanted[++wants] = $2 " " $3 }
END {
    for (i = 1; i <= wants; i++) {
        split(wanted[i], words, " ")
        from = words[1]
        to = (part(from), words[2]) in owner ? owner[part(from), words[2]] : owner[words[2]]
        if (to == "" || to == from)
            continue # the C library's, or another copy's
        used++
        use(from, to, words[2])
        need(from, to, words[2])
    }
    for (from in needs)
        if (!state[from])
            walk(from)
    print included + 0 " includes and " used + 0 " uses of symbols looked at"
    exit failed || !included || !used
}
