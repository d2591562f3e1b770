# gcov_cxx.sh SOURCE... - the calls of functions in C++, as gcov counts them and as a profile has them. Of a template gcov counts each
# instance, of a constructor each form. One function of functions.cpp asks not to be measured.
command -v gcov >/dev/null && command -v g++ >/dev/null || exit 77
folder=$1
for program in functions exceptions lifetime regions; do
    source=$folder/$program.cpp
    flags=$(sed -n 's/^ \* flags: //p' "$source" | sed 's/-DTIMER_LEVEL=3//')
    rm -f ./*.gcda ./*.gcno ./*.instr
    g++ -O0 --coverage $flags -c "$source" -o plain.o && g++ --coverage $flags -o plain plain.o && ./plain >/dev/null
    gcov --json-format --stdout plain.o 2>/dev/null >counts.json
    instr-cc g++ -O1 $flags -o program "$source" && ./program >/dev/null
    instr-report flat --csv >flat.csv
    python3 - counts.json flat.csv "$source" <<'PY' || fail "$program: calls differ"
import csv, json, sys
counts, source = {}, sys.argv[3]
for file in json.load(open(sys.argv[1]))['files']:
    if file['file'] == source:
        for function in file['functions']:
            counts[function['start_line']] = counts.get(function['start_line'], 0) + function['execution_count']
seen = {}
for row in csv.DictReader(open(sys.argv[2])):
    if row['file'] == source and row['kind'] == 'function':
        seen[int(row['line'])] = seen.get(int(row['line']), 0) + int(row['calls'] or 0)
# g++ has no function where it knows the value of a call
bad = [(line, n, counts[line]) for line, n in seen.items() if counts.get(line, n) != n]
missing = [line for line, n in counts.items() if n and line not in seen]
print(len(seen), 'functions; line, calls, by gcov:', bad, 'not measured:', missing)
sys.exit(bool(bad) or len(seen) < 5 or len(missing) > 1)
PY
done
