#!/bin/sh
# page.sh PAGE VERSION TOOL [TEMPLATE] | PAGE VERSION HEADER - writes a manual page, made of what the tool itself prints as help, or of
# the comments and declarations of instr.h. TEMPLATE is a file to show: the project file that instr-tune init writes.
set -eu
page=$1 version=$2 from=$3 template=${4-}
name=$(basename "$from")
exec >"$page.part"

# What all pages share: text for roff, and the reading of help. A line with two blanks before it is an entry, one with more its text.
shared='
function roff(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); return s ~ /^[.\047]/ ? "\\&" s : s }
function literal(on) { if (on != inside) print on ? ".nf" : ".fi"; inside = on }
function say(s) { literal(0); print roff(s) }
function entry(s) { literal(0); print ".TP\n.B " roff(s) }
function show(s) { literal(1); print s == "" ? "" : roff(s) }
function section(s) { literal(0); print ".SH " toupper(s) }
'
printf '.TH %s %s "" "instr %s"\n' "$(echo "$name" | tr a-z A-Z)" "$(case $name in *.h) echo 3 ;; *) echo 1 ;; esac)" "$version"

case $name in
*.h)
    printf '.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.B #include <%s>\n' "$name" "$(sed -n 's/^ \* instr\.h - \(.*\)\.$/\1/p' "$from")" "$name"
    awk "$shared"'
    # A line of a comment: a title is underlined, so it is known one line later; a term stands two blanks in, code four.
    function comment(s) {
        if (s ~ /^-----*$/) { title = held; held = ""; literal(0); print ".SS " roff(title); return }
        flush()
        if (term && s ~ /^          /) { sub(/^ */, "", s); say(s) }
        else if (s ~ /^    /) { show(s); term = 0 }
        else if (s ~ /^  [^ ]/) { define(s); term = 1 }
        else { if (term) print ".PP"; term = 0; held = s; wait = 1 }
    }
    function flush() { if (wait) { literal(0); if (held == "") print ".PP"; else say(held) } wait = 0; held = "" }
    function define(s, name) { sub(/^ */, "", s); name = s; sub(/ .*/, "", name); entry(name); sub(/^[^ ]* */, "", s); say(s) }
    /From here on/ { exit }
    NR == 1 { section("description") }
    !inside_comment && /^\/\*/ { inside_comment = 1; flush(); literal(0); print ".PP"; sub(/^\/\* ?/, ""); if ($0 == "") next }
    inside_comment {
        ends = sub(/ *\*\/$/, "")
        sub(/^ \* ?/, "")
        if ($0 !~ /^instr\.h - / && !(ends && $0 ~ /^ *$/)) comment($0)
        if (ends) { flush(); inside_comment = 0; if (term) print ".PP"; term = 0 }
        next
    }
    body { body = /\\$/; next }
    /^#(if|endif|ifndef|error|pragma|define _|define INSTR_H|else)/ || /^extern "C"|^__extension__|^}$/ { body = /\\$/; next }
    $0 == "" { literal(0); print ".PP"; next }
    { body = sub(/ *\\$/, ""); show($0) }
    END { flush(); literal(0) }' "$from"
    ;;
instr-cc)
    "$from" --instr-help | awk "$shared"'
    NR == 1 { s = $0; sub(/^[^-]*-cc [^ ]* - /, "", s); print ".SH NAME\ninstr\\-cc \\- " roff(s); section("synopsis"); next }
    /^usage: / || /^       instr/ { sub(/^usage: */, ""); sub(/^ */, ""); literal(1); print ".B " roff($0); usage = 1; next }
    usage && /^$/ { section("description"); usage = 0; next }
    /^Exit status: / { section("exit status"); say(substr($0, 14)); next }
    /^Example:$/ { section("examples"); next }
    /^Settings|^Variables/ { if (!environment++) section("environment"); literal(0); sub(/:$/, ""); print ".SS " roff($0); next }
    /^[A-Z][a-z]*[;,].*:$/ { s = $0; sub(/[;,].*/, "", s); section(s); next }
    /^$/ { next }
    /^  (--|#pragma|[A-Z]+_?[A-Z])[^ ]*/ { entry(substr($0, 3)); next }
    /^        / { show(substr($0, 7)); next }
    /^      / { say(substr($0, 7)); next }
    /^  / { show(substr($0, 3)); next }
    { say($0) }
    END { literal(0) }'
    ;;
*)
    commands=$("$from" help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p')
    "$from" help | awk -v name="$name" "$shared"'
    /^usage: / { synopsis = substr($0, 8); next }
    /^$/ { next }
    /^  / || /:$/ { started = 1; next }
    !started { text = text (text == "" ? "" : " ") $0 }
    END { first = text; sub(/\. .*/, "", first); print ".SH NAME\n" roff(name) " \\- " roff(tolower(substr(first, 1, 1)) substr(first, 2))
        section("synopsis"); print ".B " roff(synopsis); section("description"); say(text); section("commands") }'
    for command in $commands; do "$from" help "$command" | sed "s/^/$command|/"; done | awk -F'|' "$shared"'
    { command = $1; line = substr($0, length($1) + 2) }
    command != last { last = command; state = "usage" }
    state == "usage" && line ~ /^usage: / { sub(/^usage: [^ ]* /, "", line); entry(line); next }
    state == "usage" && line ~ /^ / { literal(0); print ".br"; sub(/^ *(instr-[a-z]* )?/, "", line); print roff(line); next }
    state == "usage" && line == "" { state = "options"; next }
    state == "usage" { literal(0); print ".br"; say(line); next }
    line ~ /^Columns/ { literal(0); print ".br"; say(line); state = "columns"; next }
    line ~ /^Example:$/ { literal(0); print ".br"; say(line); state = "example"; next }
    line == "" { next }
    state == "columns" || state == "example" { show(line); next }
    state == "options" {
        option = line; sub(/^ */, "", option); sub(/ .*/, "", option)
        text = line; sub(/^ *[^ ]* */, "", text)
        key = option SUBSEP text
        if (!(key in takes)) { order[++count] = key; takes[key] = "" }
        takes[key] = takes[key] (takes[key] == "" ? "" : ", ") command
        if (!(command in seen)) { seen[command] = 1; commands++ }
        uses[key]++
        next
    }
    END {
        section("options")
        for (i = 1; i <= count; i++) {
            split(order[i], part, SUBSEP)
            entry(part[1]); say(part[2] (uses[order[i]] == commands ? "." : " (" takes[order[i]] ")."))
        }
    }'
    "$from" help | awk "$shared"'/^Exit status: / { section("exit status"); say(substr($0, 14)); on = 1; next } on { say($0) }'
    if [ -n "$template" ]; then
        awk "$shared"'NR == 1 { section("project file") } { show($0) } END { literal(0) }' "$template"
    fi
    ;;
esac
printf '.SH SEE ALSO\n'
for other in instr-cc.1 instr-report.1 instr-tune.1 instr.h.3; do
    case $other in "$name".*) ;; *) printf '.BR %s (%s),\n' "$(echo "${other%.*}" | sed 's/-/\\-/g')" "${other##*.}" ;; esac
done
printf 'and the manual, README.md and docs/manual.\n'
mv "$page.part" "$page"
