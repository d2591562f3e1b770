# versions.sh - objects that an older instr-cc made, in a program with new ones and alone, as in a build that goes on after
# instr was replaced: it runs as plainly, what is new is measured, and each of link, start and coverage says what is not.
mkdir store
export INSTR_TMPDIR="$PWD/store"
cat >new.c <<'C'
int old(int);
__attribute__((noinline)) static int fresh(int n) { return n + 1; }
int main(void) { int n = 0; for (int i = 0; i < 10; i++) n += fresh(i); for (int i = 0; i < 10; i++) n += old(i); return n == 200 ? 3 : 9; }
C
cat >old.c <<'C'
__attribute__((noinline)) static int aged(int n) { return n + 5; }
int old(int n) { return aged(n) + 5; }
C
sed 's/old(/other(/' old.c >library.c
printf 'int old(int);\nint main(void) { return old(1) == 11 ? 3 : 9; }\n' >first.c
# made_by_older UNIT: the edited text, with the names and records of the version before.
made_by_older() {
    instr-cc --instr-print gcc -O1 -c "$1.c" >edited.c
    now=$(sed -n 's/.*"__instr_attach\([0-9]*\)".*/\1/p' edited.c | head -n 1) before=$((now - 1))
    sed "s/__instr_\([a-z_]*\)$now\b/__instr_\1$before/g; s/0x$(printf %x "$now")\([0-9a-f]\{6\}\)u/0x$(printf %x "$before")\1u/g" edited.c >"$1.older.c"
    grep -q "__instr_attach$before" "$1.older.c" && ! grep -q "__instr_[a-z_]*$now\b" "$1.older.c" ||
        fail "$1 is not an older unit"
    gcc -w -O1 -mno-red-zone -c -o "$1.o" "$1.older.c" 2>/dev/null || gcc -w -O1 -c -o "$1.o" "$1.older.c"
}
for unit in old first library; do made_by_older $unit; done
ar rc library.a library.o
instr-cc gcc -O1 -c new.c

# runs STATUS: what it says is one line, that there are older objects.
runs() {
    ./program >out 2>err && status=0 || status=$?
    [ "$status" = "$1" ] && [ ! -s out ] || fail "$objects: ends with $status: $(cat out err)"
    [ "$(grep -c '^instr: program has objects that an older instr-cc made' err)" = 1 ] && [ "$(wc -l <err)" = 1 ] ||
        fail "$objects: not told at the start: $(cat err)"
    [ -z "$(ls store)" ] || fail "$objects: left in the store"
}
coverage() { instr-report coverage --csv --no-pager "$@"; }
for objects in 'new.o old.o' 'old.o new.o'; do
    rm -f ./*.instr
    instr-cc gcc -o program $objects 2>said
    [ "$(cat said)" = 'instr-cc: note: old.o is not measured: compiled by an instr-cc of another version: compile it again [older-instr]' ] ||
        fail "$objects: not told at the link: $(cat said)"
    runs 3
    [ "$(profile_names)" = 'fresh 10
main 1' ] || fail "$objects: $(profile_names)"
    coverage ./*.instr >run.csv
    coverage program >binary.csv
    for csv in run.csv binary.csv; do
        [ "$(grep -c '^\(aged\|old\),.*older-instr' $csv)" = 2 ] && [ "$(grep -c 'older-instr' $csv)" = 2 ] ||
            fail "$objects: coverage: $(cat $csv)"
    done
    INSTR_LEVEL=0 ./program >out 2>err || true
    [ ! -s err ] || fail "$objects: nothing is to be measured: $(cat err)"
done
# Those of an archive, too; and by another linker nobody is told before the start.
instr-cc gcc -o program new.o old.o library.a 2>said
grep -q 'old.o and 1 more are not measured' said || fail "archive: $(cat said)"
gcc -o program new.o old.o && objects=gcc && runs 3
# All of it.
rm -f ./*.instr
objects=all
gcc -o program first.o old.o && runs 3
! ls ./*.instr 2>/dev/null || fail 'all: a profile of nothing'
