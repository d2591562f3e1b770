# many.sh - many short processes: their profiles lie together, whether the user says where or not, and are shown as a
# sum over processes.
unset INSTR_OUTPUT
cat >one.c <<'C'
int twice(int n) { return n * 2; }
int main(void) { return twice(21) != 42; }
C
cp one.c other.c
printf 'int main(int n, char **words) { char *no[] = {words[1], 0}; return n < 2 || execv(words[1], no); }\n' >starts.c
sed -i '1i#include <unistd.h>' starts.c
instr-cc gcc -O1 -o one one.c
instr-cc gcc -O1 -o other other.c

# calls FILES...: of twice().
calls() { instr-report flat --csv "$@" | awk -F, '$1 == "twice" { c += $5 } END { print c + 0 }'; }

# A make of fifty short runs, where nobody said anything: a few files of each program, and a folder.
{
    printf 'all:'
    for i in $(seq 50); do printf ' run%s' $i; done
    printf '\nrun%%:\n\t@./one; [ $* -gt 5 ] || ./other\n'
} >Makefile
mkdir suite
cp Makefile one other suite
(cd suite && make -s -j4 all)
here=$(ls suite/one.*.instr | wc -l)
[ "$here" -ge 16 ] && [ "$here" -le 30 ] || fail "$here profiles of one lie in the folder"
[ "$(ls suite/one.instr.d | wc -l)" = $((50 - here)) ] || fail "$(ls suite/one.instr.d | wc -l) are in one.instr.d"
[ "$(ls suite/other.*.instr | wc -l)" = 5 ] && [ ! -e suite/other.instr.d ] || fail "other: $(ls suite)"
instr-report --no-pager suite >shown
grep -q '55 processes of 2 programs' shown || fail "the folder is shown as: $(head -1 shown)"
[ "$(calls suite)" = 55 ] || fail "$(calls suite) calls, not 55"
[ "$(calls suite/one.instr.d)" = $((50 - here)) ] || fail "one.instr.d: $(calls suite/one.instr.d) calls"
(cd suite && ./one && instr-report --no-pager >../shown)
grep -q 'one.instr.d/one.*, the newest of 56 here' shown || fail "the newest is: $(head -1 shown)"
instr-report merge -o merged.instr suite
[ "$(calls merged.instr)" = 56 ] || fail "merged: $(calls merged.instr) calls"

# Somebody else's folder of that name is left alone, and so is what is no folder.
mkdir odd
for i in $(seq 20); do : >odd/one.$i.instr; done
: >odd/one.instr.d
(cd odd && ../one)
[ ! -s odd/one.instr.d ] && [ "$(find odd -size +0 -name 'one.*.instr' | wc -l)" = 1 ] || fail "a file of that name: $(ls odd)"

# What one image of a process leaves there is not overwritten by the next.
instr-cc gcc -O1 -o starts starts.c
mkdir chain chain/one.instr.d chain/next
cp one chain/next/one
cp starts chain/one
(cd chain && ./one next/one)
[ "$(ls chain/one.instr.d | wc -l)" = 2 ] || fail "exec: $(ls chain chain/one.instr.d)"

# A folder, by its name alone: made when it is needed. A harness that clears the environment and removes its folders.
mkdir harness built
cat >harness.sh <<'S'
. "$INSTR_TEST_DIR/check.sh"
for i in 1 2 3 4 5 6; do
    mkdir "$1/$i"
    (cd "$1/$i" && cleared "$2" && [ "$(ls -A)" = '' ]) || exit 1
    rm -r "$1/$i"
done
S
for how in option variable relative; do
    rm -rf built
    mkdir built
    case $how in
    option) instr-cc --instr-output="$PWD/built/profiles/" gcc -O1 -o built/one one.c ;;
    variable) INSTR_BUILD_OUTPUT="$PWD/built/profiles/" instr-cc gcc -O1 -o built/one one.c ;;
    relative) instr-cc --instr-output=%d/profiles/ gcc -O1 -o built/one one.c ;;
    esac
    sh harness.sh "$PWD/harness" "$PWD/built/one" || fail "$how: something lay in the program's folder"
    [ "$(ls built/profiles/one.*.instr | wc -l)" = 6 ] || fail "$how: $(ls -R built)"
    instr-report --no-pager built/profiles | grep -q '^one: 6 processes' || fail "$how: not shown as 6 processes"
done
INSTR_OUTPUT=mine/ ./one
[ "$(ls mine | wc -l)" = 1 ] || fail "INSTR_OUTPUT=mine/: $(ls)"
# Only one folder is made, so that a mistyped path, or one that is gone, is told.
INSTR_OUTPUT=not/there/ ./one 2>message || fail "the program noticed"
grep -q 'was not written' message || fail "a folder below none: $(cat message)"
