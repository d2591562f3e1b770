# history.sh CC - what changed at which commit, of a repository in which each commit is one planted change; and a gate in CI that
# stores, compares and says so. The same commit built and run elsewhere changes nothing.
cc=$1
unset INSTR_TIMING INSTR_TAG
export INSTR_TMPDIR="$PWD" TMPDIR="$PWD"
unset PAGER COLUMNS
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
top=$PWD
git init -q repo
cd repo
cat >text.h <<'E2'
int text_length(const char *text);
int text_sum(const char *text);
int text_key(const char *text);
int table_put(int key);
int table_get(int key);
int table_fill(int keys);
E2
cat >text.c <<'E2'
#include "text.h"
static int is_end(char c) { return c == 0; }
static int weigh(char c) { return c & 15; }
int text_length(const char *text) { int n = 0; while (!is_end(text[n])) n++; return n; }
int text_sum(const char *text) {
    int sum = 0, n = text_length(text);
    for (int i = 0; i < n; i++) sum += weigh(text[i]);
    return sum;
}
int text_key(const char *text) { return text_sum(text) % 64; }
E2
cat >table.c <<'E2'
#include "text.h"
static int slots[64], last_key = -1, last_value;
static int slot_of(int key) { return key & 63; }
static int probe(int key) { return slots[slot_of(key)]; }
static int look_up(int key) {
    if (key == last_key) return last_value;
    last_key = key;
    return last_value = probe(key);
}
int table_put(int key) { slots[slot_of(key)] = key; return key; }
int table_get(int key) { return look_up(key) + look_up(key); }
int table_fill(int keys) {
    int sum = 0;
    for (int i = 0; i < keys; i++) sum += table_put(i);
    for (int i = 0; i < keys; i++) sum += table_get(i);
    return sum;
}
E2
cat >main.c <<'E2'
#include "text.h"
static int begin(int n) { return n + 1; }
static int finish(int n) { return n + 2; }
static int read_words(int words) {
    int sum = 0;
    for (int i = 0; i < words; i++) sum += text_key("some words");
    return sum;
}
int main(void) {
    int sum = begin(1) + read_words(50) + table_fill(40);
    return finish(sum) == 0;
}
E2
files="main.c text.c table.c"
flags=-O1
build() { instr-cc --instr-paths=all "$cc" $flags $files -o "$top/app"; }
gate() { instr-report gate "$@" >"$top/out" 2>"$top/err"; }
store() {
    build
    gate --runs=1 "$top/history/" -- "$top/app" || [ $? = 1 ] || fail "gate: $(cat "$top/err")"
    grep -q "^stored: " "$top/err" || fail "stored: $(cat "$top/err")"
}
# A name for each change that is planted, the kind that it is to have, and what the line says.
when=1700000000
commit() {
    when=$((when + 60))
    git add -A
    GIT_AUTHOR_DATE="$when +0100" GIT_COMMITTER_DATE="$when +0100" git commit -qm "$1"
}
: >"$top/want"
change() {
    commit "$1"
    store
    printf '%s\t%s\t%s\n' "$1" "$2" "$3" >>"$top/want"
}
commit base
store
grep -q 'has no baseline of an earlier commit' "$top/err" || fail "the first: $(cat "$top/err")"
base=$(git rev-parse HEAD)

sed -i 's/sum += weigh(text\[i\]);/sum += weigh(text[i]) + weigh(text[i]);/' text.c
change 'a call more in a loop' more 'text_sum (text.c), called as often as before, makes 500 more calls of weigh'
sed -i 's/ + weigh(text\[i\]);/;/' text.c
change 'and one less' less 'text_sum (text.c), called as often as before, makes 500 fewer calls of weigh'
sed -i 's/, n = text_length(text);/;/; s/for (int i = 0; i < n; i++) sum/for (int i = 0; i < text_length(text); i++) sum/' text.c
change 'the length in each turn' more 'text_sum (text.c), called as often as before, makes 500 more calls of text_length; causes 1 more'
sed -i 's/    if (key == last_key) return last_value;/    if (key == -2) return last_value;/' table.c
change 'a lost cache' more 'look_up (table.c), called as often as before, makes 40 more calls of probe; causes 1 more'
sed -i 's/weigh/weight_of/g' text.c
change 'a function renamed' renamed 'weight_of (text.c) was weigh before'
cat >>text.c <<'E2'
static int sum_up(const char *text);
E2
sed -i 's/^int text_sum(const char \*text) {/static int sum_up(const char *text) {/; s/^static int sum_up(const char \*text);/int text_sum(const char *text) { return sum_up(text); }/; s/^int text_key.*/&/' text.c
change 'a function split' split 'sum_up (text.c) is split off text_sum, which did the same itself'
sed -i 's/^int text_sum(const char \*text) { return sum_up(text); }//; s/^static int sum_up(const char \*text) {/int text_sum(const char *text) {/' text.c
change 'and put into its caller by hand' inlined 'sum_up (text.c) is gone: text_sum does the same itself'
mv text.c words.c
files="main.c words.c table.c"
change 'a file renamed' moved 'is_end, text_key, text_length and 2 more moved from text.c to words.c'
sed -i '/^int text_key/d' words.c
echo 'int text_key(const char *text) { return text_sum(text) % 64; }' >>table.c
change 'a function in another file' moved 'text_key moved from words.c to table.c'
sed -i 's/^static int finish/static int check(int n) { return n \& 1; }\n&/; s/sum += text_key("some words");/sum += check(text_key("some words"));/' main.c
change 'a new function' new 'read_words (main.c), called as often as before, makes 50 more calls of check, which is new'
sed -i '/^static int check/d; s/check(text_key("some words"))/text_key("some words")/' main.c
change 'and it is gone' gone 'read_words (main.c), called as often as before, makes 50 fewer calls of check, which is gone'
sed -i 's/read_words(50)/read_words(60)/' main.c
change 'more input' more 'read_words (main.c), called as often as before, makes 10 more calls of text_key; causes 4 more'
sed -i 's/table_fill(40)/table_fill(40) + table_fill(2)/' main.c
change 'a call more, and all that it calls' more 'main (main.c), called as often as before, makes 1 more call of table_fill; causes 5 more'
sed -i 's/look_up(key) + look_up(key)/2 * look_up(key)/' table.c
change 'asked once' less 'table_get (table.c), called as often as before, makes 42 fewer calls of look_up; causes 2 more'
sed -i 's/^int table_put.*/int table_put(int key) { if (key > 40) table_put(key - 1); slots[slot_of(key)] = key; return key; }/; s/table_fill(2)/table_fill(42)/' table.c main.c
change 'a recursion' more 'table_fill (table.c), called as often as before, makes 40 more calls of table_put; causes 1 more'
sed -i 's/look_up/find_slot/g; s/probe/read_slot/g' table.c
change 'two renamed that call each other' renamed 'find_slot (table.c) was look_up before'
sed -i '/^static int is_end/d; s/!is_end(text\[n\])/text[n]/' words.c
change 'a leaf put into its caller' gone 'text_length (words.c), called as often as before, makes 7,260 fewer calls of is_end, which is gone'
sed -i 's/^static int begin/static int start/; s/begin(1)/start(1) + start(2)/' main.c
change 'renamed and called twice' new 'main (main.c), called as often as before, makes 2 more calls of start, which is new'
sed -i 's/^int main(void) {/static int run_all(void) {/; s/return finish(sum) == 0;/return finish(sum);/' main.c
echo 'int main(void) { return run_all() == 0; }' >>main.c
change 'all of main in a function' split 'run_all (main.c) is split off main, which did the same itself'
sed -i 's/^static int finish.*/static int finish(int n) { return n > 0 ? finish(0) : 2; }/' main.c
change 'it calls itself' more 'finish (main.c) makes 1 more call of itself'
cat >>main.c <<'E2'
int is_odd(int n);
static int is_even(int n) { return n ? is_odd(n - 1) : 1; }
int is_odd(int n) { return n ? is_even(n - 1) : 0; }
int evens(int n) { return is_even(n); }
E2
sed -i 's/^static int run_all(void) {/int evens(int n);\n&/; s/return finish(sum);/return finish(sum + evens(8));/' main.c
change 'two that call each other' new 'run_all (main.c), called as often as before, makes 1 more call of evens, which is new; causes 2 more'
sed -i 's/evens(8)/evens(8) + evens(7)/' main.c
change 'and are called once more' more 'run_all (main.c), called as often as before, makes 1 more call of evens; causes 2 more'
[ "$(wc -l <"$top/want")" = 22 ] || fail 'twenty-two changes'

# Nothing that is called changes: no line.
echo '/* a remark */' >>main.c
commit 'a remark'
store
grep -q '^passed: ' "$top/out" || fail "a remark: $(cat "$top/out")"
instr-report history --csv "$top/history" >"$top/got.csv"
instr-report history "$top/history" >"$top/got"
python3 - "$top" <<'E2' || fail "history: $(cat "$top/got")"
import csv, sys
top = sys.argv[1]
rows = list(csv.DictReader(open(top + "/got.csv")))
want = [line.rstrip("\n").split("\t") for line in open(top + "/want")]
bad = 0
for subject, kind, text in want:
    said = [row for row in rows if row["subject"] == subject]
    if not any(row["change"] == kind and row["text"].startswith(text) for row in said):
        print(subject, "is not named:", [(row["change"], row["text"]) for row in said])
        bad = 1
if {row["subject"] for row in rows} != {subject for subject, *_ in want}:
    print("other commits are named, too")
    bad = 1
if [row["time"] for row in rows] != sorted((row["time"] for row in rows), reverse=True):
    bad = 1
sys.exit(bad)
E2


# The same commit, built and run elsewhere, with other options, environments and addresses: nothing.
git clone -q . "$top/elsewhere/further/repo"
long=$(printf '%03000d' 0)
head=$(git rev-parse HEAD)
# again FLAGS... -- ENVIRONMENT...: what is built with the one and run with the other.
again() {
    flags=
    while [ "$1" != -- ]; do flags="$flags $1"; shift; done
    shift
    build
    env "$@" instr-report gate --runs=1 "$top/history" -- "$top/app" >"$top/out" 2>"$top/err" || fail "$flags $*: $(cat "$top/out" "$top/err")"
    grep -q '^passed: ' "$top/out" || fail "$flags $*: $(cat "$top/out")"
    grep -q "$head" "$top/err" || fail "stored: $(cat "$top/err")"
}
again -O0 -g -- LC_ALL=C
again -O3 -fPIC -DUNUSED -- LONG="$long" INSTR_TIMING=adaptive
again -O2 -fno-inline -static -- HOME=/nowhere
cd "$top/elsewhere/further/repo"
again -O1 -- TZ=Asia/Tokyo
mkdir build
cd build
files="../main.c ../words.c ../table.c"
again -Os -I.. -- INSTR_CLOCK=thread_cpu
files="$PWD/../main.c $PWD/../words.c $PWD/../table.c"
again -O2 -flto -- INSTR_LEVEL=2
cd "$top/repo"
files="main.c words.c table.c"
flags=-O1

# What git orders: a branch is held against what it left.
git checkout -q -b branch "$base"
sed -i 's/read_words(50)/read_words(51)/' main.c
files="main.c text.c table.c"
change 'a branch' more 'read_words (main.c), called as often as before, makes 1 more call of text_key'
grep -q "more than .*$base.baseline allows" "$top/out" || fail "the branch: $(cat "$top/out")"
# Runs of a tag are held against each other.
INSTR_TAG=mesh=3 gate --runs=1 "$top/history" -- "$top/app" || fail "a tag: $(cat "$top/err")"
grep -q 'has no baseline of an earlier commit' "$top/err" || fail "a tag: $(cat "$top/err")"
[ -f "$top/history/$(git rev-parse HEAD).mesh=3.baseline" ] || fail "a tag: $(ls "$top/history")"
# Times are stored where that is asked for.
gate --runs=2 --times "$top/timed/" -- "$top/app" || fail "times: $(cat "$top/err")"
grep -q '	time .* ms, 2 runs' "$top/timed/"*.baseline || fail "times: $(cat "$top/timed/"*)"
# What can't be said to be of a commit is not stored.
sed -i 's/read_words(51)/read_words(52)/' main.c
build
gate --runs=1 "$top/history" -- "$top/app" && fail 'a tree that was changed'
grep -q 'not stored: the working tree has changes' "$top/err" || fail "a tree that was changed: $(cat "$top/err")"
grep -q "more than .*$(git rev-parse HEAD).baseline allows" "$top/out" || fail "held against: $(cat "$top/out")"
commit 'another one'
touch main.c
gate --runs=1 "$top/history" -- "$top/app" && fail 'an old program'
grep -q 'not stored: app is older than main.c' "$top/err" || fail "an old program: $(cat "$top/err")"
git init -q "$top/other"
cd "$top/other"
git commit -q --allow-empty -m empty
gate --runs=1 "$top/history" -- "$top/app" || fail 'another repository'
grep -q "not stored: its sources are not those of $(cd "$top/other" && pwd -P)" "$top/err" || fail "another repository: $(cat "$top/err")"
# Without git they stand in the order of the times that they say: the branch is behind all others.
instr-report history --csv "$top/history" | sed -n 2p >"$top/last"
grep -q ',a branch,,' "$top/last" || fail "without git: $(cat "$top/last")"
instr-report history "$top/other" >"$top/out" 2>"$top/err" && fail 'an empty folder'
grep -q "nothing in $top/other; 'instr-report gate $top/other/ -- ./app' stores into it" "$top/err" || fail "$(cat "$top/err")"

# Times that step, of made baselines: burn from the 20th on, steady never; and all three of another machine.
# made FOLDER TIME-OF-BURN-FROM-20 TIME-OF-THE-OTHERS-FROM-20
made() {
    mkdir "$top/$1"
    for day in $(seq 10 31); do
        noise=$((day * 7 % 5)) burn=100 other=100
        [ "$day" -lt 20 ] || { burn=$2 other=$3; }
        printf 'commit - 2026-01-%sT00:00:00Z made %s\nallow 0%%\n' "$day" "$day"
        printf 'a.c\tburn\t7\ttime %s +-1 ms, 5 runs\n' $((burn + noise))
        printf 'a.c\t%s\t3\ttime %s +-1 ms, 5 runs\n' also $((other + (noise + 2) % 5)) steady $((other + (noise + 3) % 5))
    done | csplit -sz -f "$top/$1/day" -b '%02d.baseline' - '/^commit/' '{*}'
}
made steps 125 100
instr-report history --csv "$top/steps" | sed 1d >"$top/got.csv"
[ "$(sed 's/".*",burn,/burn,/' "$top/got.csv")" = ',2026-01-20T00:00:00Z,made 20,,slower,burn,a.c,burn,a.c,time,102000000000,102000000000,127000000000,127000000000,,25000000000,0,0' ] || fail "a step: $(cat "$top/got.csv")"
instr-report history "$top/steps" >"$top/out"
grep -q 'slower  102.0 ms  127.0 ms  burn (a.c) itself takes 1.25 times as long: mean of 10 commits before, 12 from here on' "$top/out" ||
    fail "a step: $(cat "$top/out")"
made machine 50 50
instr-report history --csv "$top/machine" | sed 1d >"$top/got.csv"
[ "$(wc -l <"$top/got.csv")" = 1 ] && grep -q 'faster.*another machine, or other options?' "$top/got.csv" || fail "all at once: $(cat "$top/got.csv")"

# A picture of each function that changed.
instr-report history --html="$top/steps.html" "$top/steps" >"$top/out"
instr-report history --html="$top/page.html" "$top/history" >"$top/out"
python3 - "$top" <<'E2' || fail "the pages: $(cat "$top/steps.html" "$top/page.html")"
import re, sys
def figures(name):
    text = open(sys.argv[1] + name).read()
    assert '<script' not in text
    return re.findall(r'<figure>.*?</figure>', text, re.S)
(burn,) = figures('/steps.html')
weigh = [each for each in figures('/page.html') if '<b>weigh</b> text.c' in each]
assert burn.count('<circle class="slower"') == 1 and 'made 20: burn (a.c) itself takes 1.25' in burn
assert '<b>burn</b> a.c' in burn and 'time of its own: 100.0 ms to 129.0 ms' in burn
assert len(weigh) == 1 and 'class="more"' in weigh[0] and 'class="less"' in weigh[0] and 'calls: 500 to 1,000' in weigh[0]
assert re.search(r'<path d="M6.0 54.0H[0-9.]+V6.0H[0-9.]+V54.0H', weigh[0])
assert all('<circle' in each for each in figures('/page.html'))
E2

# What runs say of themselves.
mkdir "$top/built"
cd "$top/built"
echo 'int three(void) { return 3; }' >three.c
echo 'int three(void); int main(void) { return three() - 3; }' >two.c
instr-cc "$cc" -O0 -O1 -mtune=generic -D NDEBUG -c two.c
instr-cc "$cc" -O2 -DNDEBUG -UNDEBUG -DNDEBUGGED -c three.c
instr-cc "$cc" two.o three.o -o built
INSTR_OUTPUT=built.instr ./built
name=gcc
case $(basename "$cc") in *clang*) name=clang ;; esac
instr-report list --csv built.instr | grep -q ",$name -O1 -mtune=generic NDEBUG; $name -O2\$" || instr-report list --csv built.instr |
    grep -q ",$name -O2; $name -O1 -mtune=generic NDEBUG\$" || fail "how it was built: $(instr-report list --csv built.instr)"
[ "$(instr-report list --csv --only='build=*-O2*' built.instr | wc -l)" = 2 ] || fail 'selected by how it was built'
[ "$(instr-report list --csv --only='build=*-O3*' built.instr | wc -l)" = 1 ] || fail 'left out by how it was built'
cd "$top"
INSTR_TAG=mesh=3,solver=cg INSTR_OUTPUT=three.instr ./app
INSTR_TAG=mesh=4,solver=cg INSTR_OUTPUT=four.instr ./app
for only in mesh=3:three 'solver=c?:three four' 'threads=1:three four' "host=$(uname -n):three four" mesh=5:; do
    instr-report list --csv --only="${only%%:*}" . | sed -n 's/^\([a-z]*\).instr,.*/\1/p' | sort -r | tr '\n' ' ' >got
    [ "$(sed 's/ $//' got)" = "${only#*:}" ] || fail "--only=$only: $(cat got)"
done
