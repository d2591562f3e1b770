# kept.sh SOURCE - what kept threads from running, and in which call, is what they stamped themselves; the owner of a mutex is named.
unset INSTR_TIMING # there is no observer with exact timing
instr-cc gcc -O1 -pthread -o program "$1"
INSTR_OUTPUT=kept.instr ./program >printed
instr-report waiting --by=kernel --csv kept.instr >kept.csv
[ "$(wc -l <kept.csv)" -gt 1 ] || fail "nothing is known: $(instr-report kept.instr)"
instr-report waiting kept.instr | sed -n 3p | grep -q '^kernel: threads were blocked or had no processor for ~[0-9]' ||
    fail "begins otherwise: $(instr-report waiting kept.instr)"
awk -F, 'NR > 1 && $3 != "other" && $3 != "processor" { names = 1 } END { exit !names }' kept.csv || exit 77 # the kernel tells no names

# Behind what keeps it a call may have no processor; a look stands for some milliseconds. A disk may keep a call so shortly that only the
# kind can be held.
awk '
    FNR == NR { kind[$2] = $3; truth[$2] = $4 / 1e9; holder[$2] = $5; next }
    FNR == 1 { next }
    { for (name in kind)
          if ("/" $1 "/" ~ "/" name "/") {
              if ($3 == kind[name]) kept[name] += $5
              if ($3 == kind[name] && holder[name] && $9 ~ holder[name]) held[name] += $5
              if ($3 != kind[name] && $3 != "processor") wrong[name] += $5 } }
    END {
        for (name in kind) {
            if (kind[name] != "file" && (kept[name] < 0.85 * truth[name] - 0.02 || kept[name] > 1.15 * truth[name] + 0.02))
                print name ": " kept[name] " s by " kind[name] " in place of " truth[name]
            if (wrong[name] > 0.2 * truth[name] + 0.02) print name ": " wrong[name] " s by something else"
            if (holder[name] && held[name] < 0.5 * kept[name]) print name ": its owner is known for " held[name] " s of " kept[name]
        } }' printed FS=, kept.csv >wrong
if grep -q 'its owner' wrong && ! cat /proc/$$/syscall >/dev/null 2>&1; then sed -i '/its owner/d' wrong; fi
[ ! -s wrong ] || fail "$(cat wrong kept.csv)"
instr-report waiting kept.instr | grep -q 'held in .*hold_mutex' || fail "$(instr-report waiting kept.instr)"
