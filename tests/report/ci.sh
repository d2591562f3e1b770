# ci.sh CC SOURCES - what docs/manual/09-scripts.md and samples/ci/gate.yml say to type works when it is copied.
cc=$1 sources=$2
unset INSTR_TIMING
export INSTR_TMPDIR="$PWD" TMPDIR="$PWD"
unset PAGER COLUMNS

cat >app.c <<'E'
#include <stdio.h>
static int is_word(int c) { return c > ' '; }
static int count_words(FILE *file) {
    int words = 0, before = ' ';
    for (int c; (c = getc(file)) != EOF; before = c) words += is_word(c) && !is_word(before);
    return words;
}
int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file) return 1;
    printf("%d\n", count_words(file));
    return 0;
}
E
printf 'app: app.c\n\t$(CC) -O1 app.c -o app\n' >Makefile
echo 'some words to count' >bench.txt
# The commands of the workflow, with this compiler.
sed -n 's/^ *run: //p' "$sources/samples/ci/gate.yml" | sed "s,instr-cc --instr-paths=all,& $cc," >steps
[ "$(wc -l <steps)" = 2 ] || fail "the steps: $(cat steps)"
head -n 1 steps | sh -e
record=$(sed -n 's/^    \(instr-report gate --record -o .*\)/\1/p' "$sources/docs/manual/09-scripts.md")
sh -c "$record" || fail "record: $record"
grep -q '^app.c	is_word	[0-9]*	from count_words$' perf.baseline || fail "the baseline: $(cat perf.baseline)"
gate=$(sed -n 's/^    \(instr-report gate perf.baseline -- .*\)/\1/p' "$sources/docs/manual/09-scripts.md")
sh -c "$gate" >out || fail "gate: $(cat out)"
sh -e steps >out || fail "the workflow: $(cat out)"
grep -q 'failures="0"' gate.xml || fail "JUnit: $(cat gate.xml)"

# The jobs that keep a history.
export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
export GITHUB_STEP_SUMMARY="$PWD/step"
git init -q .
git add app.c Makefile bench.txt
git commit -qm one
compiled() { sed "s,instr-cc --instr-paths=all,& $cc,"; }
sed -n 's/^ *run: //p' "$sources/samples/ci/history.yml" | compiled >of_github
sed -n 's/^    - //p' "$sources/samples/ci/gitlab.yml" | compiled >of_gitlab
[ "$(cat of_github of_gitlab | wc -l)" = 8 ] || fail "the steps: $(cat of_github of_gitlab)"
head -n 2 of_github | sh -e >out 2>&1 || fail "the first commit: $(cat out)"
grep -q '^stored: history/' out || fail "stored: $(cat out)"
cp app.c first.c
sed -i 's/is_word(c) &&/is_word(c) + is_word(c) \&\&/' app.c
git commit -qam two
rm app
if sh -e of_gitlab >out 2>&1; then fail "a change passed: $(cat out)"; fi
tail -n 2 of_github | PAGE=page.html sh -e >out 2>&1 || fail "the page: $(cat out)"
grep -q '<circle class="more"' history.html || fail "the page: $(cat history.html)"
cat >want <<'E'
**1 of 3 functions are called more or less often than at HASH**
- count\_words (app.c:3), called as often as before, makes 20 more calls of is\_word
[All commits](page.html)
E
sed 's/at [0-9a-f]\{9\}\*/at HASH*/' step | diff want - || fail 'the summary'
mv first.c app.c

sed -i 's/is_word(c) && !is_word(before)/!is_word(before) \&\& is_word(c)/' app.c
if sh -e steps >out 2>&1; then fail "a change passed: $(cat out)"; fi
grep -q '^::error file=app.c,line=3,title=calls of is_word::count_words (app.c:3), called as often as before, makes [0-9]* fewer calls of is_word$' out ||
    fail "the annotation: $(cat out)"
! grep -q 'failures="0"' gate.xml || fail "JUnit of a change: $(cat gate.xml)"
