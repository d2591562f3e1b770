# promises.sh MAKE_SAMPLE SOURCES MAN - what the pages promise is what there is: every name that the code asks the environment
# for, every command, option and pragma, each with its text, and the columns of every record format.
sources=$2
"$1" .
mkdir manual
for page in "$3"/*.[13]; do sed 's/\\-/-/g' "$page" >"manual/$(basename "$page")"; done
cat manual/* >pages
# has_entry PAGE PATTERN: it is an entry there, and a text stands below it.
has_entry() { grep -A 1 -E "^\.B $2" "manual/$1" | grep -qvE '^(\.B|\.TP|\.S[HS]|--)'; }

# Names that are asked for directly, and in a file that asks for names it has in a table, all that look like one.
for file in $(grep -rlE 'getenv\(|setting_of\(' "$sources"/common "$sources"/profile "$sources"/runtime "$sources"/instrumenter \
    "$sources"/report "$sources"/include); do
    sed -n 's/.*getenv("\([A-Za-z0-9_]*\)").*/\1/p' "$file"
    sed -n 's/.*\(read_[a-z]*\|setting_of\)("\(INSTR_[A-Z_]*\)".*/\2/p' "$file"
    sed -n 's/.*is_set("\(INSTR_[A-Z_]*\)").*/\1/p' "$file"
    grep -q 'getenv([^")]' "$file" || continue
    grep -oE '"[A-Z][A-Z0-9]*(_[A-Za-z0-9]+)+"' "$file" | tr -d '"' | grep -vE '^P?MPI_[A-Z][a-z]' || true
done | sort -u >names
[ "$(wc -l <names)" -ge 50 ] || fail "only $(wc -l <names) names were found"
for name in $(cat names); do
    has_entry instr-cc.1 "([A-Za-z0-9_, ]*, )?$name\\b" || fail "$name: no manual page has it"
done
# One list has them, so that what is none of them can be told.
sed -n 's/^ *X("\(INSTR_[A-Z_]*\)".*/\1/p' "$sources/common/variables_table.h" | sort >listed
grep '^INSTR_' names | sort -u | diff listed - >differ || fail "common/variables_table.h and what is asked for: $(cat differ)"
# And the other way round: what a page promises, somebody asks for.
grep -ohE '^\.B INSTR_[A-Z_]+' manual/instr-cc.1 | grep -oE 'INSTR_[A-Z_]+' | sort -u >promised
[ "$(wc -l <promised)" -ge 30 ] || fail "only $(wc -l <promised) settings are in a page"
for name in $(cat promised); do
    grep -qx "$name" names || fail "$name: a manual page has it, and nothing asks for it"
done

# What a table of the runtime has, its page names. Nobody asks for these by name in the code.
rows() { sed -n "s/^ *$1([A-Z_]*, \"\([a-z_-]*\)\".*/\1/p" "$sources/runtime/$2"; }
[ "$(rows X machine/clock_kinds.h | wc -l)" -ge 5 ] && [ "$(rows ROW metrics/table.h | wc -l)" -ge 10 ] || fail "few clocks or metrics"
for clock in $(rows X machine/clock_kinds.h); do
    sed -n '/^\.B INSTR_CLOCK/,/^\.TP/p' pages | grep -qw "$clock" || fail "INSTR_CLOCK=$clock: instr-cc.1 lacks it"
done
for metric in $(rows ROW metrics/table.h); do
    grep -q "^|.*\`$metric\`.*|.*|" "$sources/docs/manual/08-metrics-trace.md" || fail "INSTR_METRICS=$metric: chapter 8 lacks it"
done

for command in $(instr-report help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p'); do
    has_entry instr-report.1 "$command\\b" || fail "$command: instr-report.1 lacks it"
    sed -n "/^\.B $command\\b/,/^\.TP/p" manual/instr-report.1 | grep -A 2 '^Example:' | grep -q "^  .*instr-report $command" ||
        fail "$command: instr-report.1 has no example of it"
    for option in $(instr-report help "$command" | sed -n 's/^  --\([a-z-]*\).*/\1/p'); do
        [ "$option" = help ] && continue
        has_entry instr-report.1 "--$option\\b" || fail "--$option: instr-report.1 lacks it"
    done
    instr-report help "$command" | grep -q -- --csv || continue
    [ "$command" != top ] || continue # of a program that runs: the test `top` looks
    files=waits.instr
    case $command in
    diff) files='rank0.instr waits.instr' ;;
    list) files=. ;;
    what-if) files='compute=even waits.instr' ;;
    growth) files='2=waits.instr 3=waits.instr 4=waits.instr 5=waits.instr' ;;
    history)
        mkdir -p histories
        instr-report gate --record waits.instr -o histories/one.baseline 2>/dev/null
        files=histories
        ;;
    gate)
        instr-report gate --record waits.instr -o perf.baseline 2>/dev/null
        files='perf.baseline waits.instr'
        ;;
    esac
    columns=$(instr-report "$command" --csv $files | head -n 1)
    instr-report help "$command" | tr -d ' \n' | grep -qF "$command:$columns" || fail "$command: help lacks $columns"
    instr-report "$command" --json $files | sed -n '/"rows"/,$p' | grep -m 1 '^  {' | tr '{,' '\n\n' | sed -n 's/^ *"\([a-z0-9_]*\)":.*/\1/p' |
        tr '\n' ',' | sed 's/,$//' >keys
    [ ! -s keys ] || [ "$(cat keys)" = "$columns" ] || fail "$command --json has $(cat keys)"
done

formats=$(instr-report help export | sed -n 's/^  \([a-z]*\): .*/\1/p')
[ -n "$formats" ] || fail 'help export names no format'
for format in $formats; do
    sed -n '/^\.B export/,/^\.TP/p' manual/instr-report.1 | grep -qw "$format" || fail "export $format: instr-report.1 lacks it"
    sed -n '/^## Exports/,$p' "$sources/docs/manual/09-scripts.md" | grep -q "^|.*\`$format\`.*|.*|" ||
        fail "export $format: chapter 9 lacks it"
done
# What people look for stands where they look for it.
for page in instr-cc instr-report; do
    for word in 'leave out\|leaves out\|left out' exclude slow; do
        grep -qi "$word" "manual/$page.1" || fail "$page.1: nothing of '$word'"
    done
done
for word in $(sed -n '/^    {"region", PRAGMA_REGION/,/^};/p' "$sources/instrumenter/unit/pragma.c" | grep -o '{"[a-z]*"' | tr -d '{"'); do
    has_entry instr-cc.1 "#pragma instr $word\\b" || fail "#pragma instr $word: instr-cc.1 lacks it"
done
# Those of the command line that instr-cc takes, but what it says to itself.
for option in $(sed -n 's/.*strcmp(word, "\([a-z-]*\)").*plan->.*/\1/p; s/.*!strcmp(word, "\([a-z-]*\)"))$/\1/p; s/.*value_of(word, "\([a-z-]*\)=").*/\1/p' \
    "$sources/instrumenter/plan/command_own.c" | grep -vxE 'always|never|all|most|unparsed' | sort -u); do
    has_entry instr-cc.1 "--instr-$option\\b" || fail "--instr-$option: instr-cc.1 lacks it"
    echo "$option"
done >options
[ "$(wc -l <options)" -ge 13 ] || fail "options of instr-cc: $(cat options)"
# One mark means one thing.
grep -q '"estimated by sampling"' "$sources/report/derive/summary.c" &&
    grep -q '^| `~` before a time | estimated by sampling' "$sources/docs/manual/03-answer.md" ||
    fail '~: chapter 3 says otherwise than the tables'
# A profile is listed by its name, as in a folder.
instr-report list waits.instr >one
[ "$(grep -c 'waits.instr' one)" = 1 ] && ! grep -q rank0 one || fail "list of a profile: $(cat one)"
instr-report list none.instr >one 2>&1 && fail 'list: there is no such profile'
instr-report list --csv waits.instr . >one || fail 'list of a profile and a folder'
[ "$(grep -c '^waits.instr,' one)" = 2 ] || fail "list of a profile and a folder: $(cat one)"
