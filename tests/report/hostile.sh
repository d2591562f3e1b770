# hostile.sh MAKE_ODD - names with line ends, escapes, marks of direction and bytes that are no UTF-8: what a
# person sees keeps to its line, and what a program reads is what that program can read.
make_odd=$1
here=$(cd "$(dirname "$0")" && pwd)
unset PAGER NO_COLOR COLUMNS
"$make_odd" hostile hostile.instr
# Control characters but line ends, DEL, and what Unicode has beside them (C1, marks of direction, line separators).
odd=$(printf '[\001-\011\013-\037\177]')
odd_unicode=$(printf '\302[\200-\237]|\342\200[\213-\217\250-\256]')
check_text() { # NAME LINES: the file `got`
    iconv -f UTF-8 -t UTF-8 got >/dev/null 2>&1 || fail "$1: no UTF-8"
    ! LC_ALL=C grep -qaE "$odd|$odd_unicode" got || fail "$1: control characters: $(LC_ALL=C cat -v got | head -n 5)"
}
for command in tree flat coverage 'flat --by=mpi' 'flat --by=communicator' 'tree --by=rank' 'waiting --by=work' waiting 'export filter' 'diff hostile.instr' 'diff --scale hostile.instr'; do
    instr-report $command hostile.instr >got 2>err || fail "$command: $(cat err)"
    check_text "$command"
done
instr-report tree hostile.instr >got
[ "$(grep -c '[0-9]%  ' got)" = 5 ] || fail "tree: a path is one line: $(cat got)"
grep -qF 'maina\nb\rc\u{1b}[31md\te\u{7f}\u{9b}g\u{202e}h\xff' got || fail "tree: the name is not told: $(cat got)"
# The columns of figures stand below each other whatever the names are.
COLUMNS=100 instr-report tree hostile.instr >got
! grep '^ *[0-9.]*%' got | LC_ALL=C.UTF-8 grep '^.\{101\}' || fail 'tree: wider than the terminal'
# A name on the command line is a text from somebody, too.
name=$(printf 'no\033[2Jsuch\n.instr')
instr-report tree "$name" >got 2>&1 && fail 'there is no such file'
check_text 'a message'
[ "$(wc -l <got)" = 1 ] || fail 'a message is one line'

for command in tree flat coverage 'flat --by=mpi' 'flat --by=communicator' 'tree --by=rank' 'waiting --by=work' waiting 'diff hostile.instr' 'diff --scale hostile.instr'; do
    instr-report $command --csv hostile.instr >got
    ! LC_ALL=C grep -qaE "$odd" got || fail "$command --csv: control characters"
    instr-report $command --json hostile.instr >got.json
    python3 - "$command" <<'P'
import csv, json, sys
rows = list(csv.reader(open('got', encoding='utf-8', newline='')))
lines = open('got', encoding='utf-8').read().splitlines()
whole = json.load(open('got.json', encoding='utf-8'))
assert len(rows) == len(lines) == len(whole['rows']) + 1, (sys.argv[1], len(rows), len(lines))
assert all(len(row) == len(rows[0]) for row in rows), sys.argv[1]
assert len(rows) > 1 or sys.argv[1].startswith('diff --scale'), sys.argv[1]
P
done
for format in $(instr-report help export | sed -n 's/^  \([a-z]*\): .*/\1/p'); do
    [ $format != chrome ] && [ $format != timelog ] || continue # of a trace
    instr-report export $format -o out hostile.instr
    [ $format != pprof ] || continue # its texts are read by no terminal
    [ $format != cubex ] || { tar xOf out anchor.xml >text && mv text out; } || fail 'cubex: no tar'
    case $format in cobertura | cubex) python3 -c 'import xml.dom.minidom as m; m.parse("out")' || fail $format ;; esac
    iconv -f UTF-8 -t UTF-8 out >/dev/null 2>&1 || fail "export $format: no UTF-8"
    ! LC_ALL=C grep -qaE "$odd" out || fail "export $format: control characters"
done
instr-report export folded -o out hostile.instr
! grep -vq ' [0-9][0-9]*$' out || fail "folded: a stack is a line: $(cat out)"
instr-report html -o page.html hostile.instr 2>err || grep -q 'without its page' err || fail "html: $(cat err)"
if [ -s page.html ]; then
    iconv -f UTF-8 -t UTF-8 page.html >/dev/null 2>&1 || fail 'html: no UTF-8'
    ! LC_ALL=C grep -qaE "$odd|$odd_unicode" page.html || fail 'html: marks of direction'
    python3 "$here/page_data.py" page.html | sed '/"columns"/,$d' >got
    check_text 'the data of the page'
fi
