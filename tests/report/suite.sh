#!/bin/sh
# suite.sh CC - instr-report tests: three tests of a small library, with a function of a header, one that a macro makes, and a
# test that runs two programs.
set -eu
. "$INSTR_TEST_DIR/check.sh"
cc=$1
unset INSTR_TIMING
unset PAGER COLUMNS
report() { instr-report tests "$@"; }

cat >list.h <<'END'
#define GETTER(name) int get_##name(void) { return 0; }
static inline int twice(int x)
{
    return 2 * x;
}
int add(int x), del(int x), sum(void), unused(void), get_size(void);
END
cat >list.c <<'END'
#include "list.h"
static int total;
GETTER(size)
static int grow(int x)
{
    return twice(x);
}
int add(int x)
{
    return total += grow(x);
}
int del(int x)
{
    return total -= x;
}
int sum(void)
{
    return total;
}
int unused(void)
{
    return 1;
}
END
echo '#include "list.h"
int main(void) { return add(1) + add(2) != 8; }' >add.c
echo '#include "list.h"
int main(void) { del(1); return sum() != -1 || get_size(); }' >del.c
echo '#include "list.h"
int main(void) { return twice(2) != 4; }' >head.c
# With the paths of all, as those of trivial functions are not known otherwise.
for name in list add del head; do instr-cc --instr-paths=all "$cc" -O0 -c $name.c; done
for name in add del head; do "$cc" -o $name $name.o list.o; done

# A test is a program, or a folder.
for name in add del head; do INSTR_OUTPUT=flat/ ./$name || fail "$name: status $?"; done
mkdir -p deep/unit
for name in add del; do INSTR_OUTPUT=deep/unit/both/ ./$name; done
INSTR_OUTPUT=deep/head/ ./head
tests_of() { report --csv "$1" | sed 1d | cut -d, -f7 | sort -u | tr '\n' ' '; }
[ "$(tests_of flat)" = ' add del head ' ] || fail "flat: $(tests_of flat)"
[ "$(tests_of deep)" = ' head unit/both ' ] || fail "deep: $(tests_of deep)"

# who FUNCTION: the tests that reach it, with calls and path.
who() { report --function="$1" --csv flat | sed 1d | cut -d, -f1,7,8,9; }
[ "$(who grow)" = 'grow,add,2,main/add/grow' ] || fail "grow: $(who grow)"
[ "$(who twice)" = 'twice,add,2,main/add/grow/twice
twice,head,1,main/twice' ] || fail "twice: $(who twice)"
[ "$(who 'get_*')" = 'get_size,del,1,main/get_size' ] || fail "get_size: $(who 'get_*')"
[ "$(who unused)" = 'unused,,0,' ] || fail "unused: $(who unused)"
report --function=grwo flat >out 2>&1 && fail 'there is no function grwo'
grep -q "did you mean 'grow'" out || fail "grwo: $(cat out)"
report --function=grow flat | grep -q '^    2  add  main/add/grow' || fail "$(report --function=grow flat)"

# main of each test is a function of its own.
report flat >out
head -n 1 out | grep -q '^3 tests, 10 functions: 9 reached, 8 by one test alone, 1 by none$' || fail "first line: $(cat out)"
sed -n '/^reached by no test/,/^$/p' out | grep -q '^  unused  list.c:20$' || fail "none: $(cat out)"
sed -n '/^reached by one test/,/^$/p' out | grep -q '^  del  list.c:12  by del$' || fail "one: $(cat out)"
grep -q '^ *4 *4 *1  del$' out || fail "what del has alone: $(cat out)"
# A binary has functions that no program of a test has.
echo 'int later(void) { return 2; }' >more.c
instr-cc "$cc" -O0 -c more.c
report flat more.o | grep -q '^  later  more.c:1$' || fail 'a function of a binary that no test is linked with'
report empty >out 2>&1 && fail 'there is no folder'
mkdir empty
report empty >out 2>&1 && fail 'the folder has no profile'
grep -q 'no profile' out || fail "empty: $(cat out)"

# What reaches changed lines, as ctest takes it.
reach() { report --changed="$1" --print=ctest flat; }
[ "$(reach list.c:6)" = '^(add)$' ] || fail "list.c:6: $(reach list.c:6)"
[ "$(reach list.c:12-14)" = '^(del)$' ] || fail "list.c:12-14: $(reach list.c:12-14)"
[ "$(reach list.c:3,list.c:18)" = '^(del)$' ] || fail "what a macro makes: $(reach list.c:3,list.c:18)"
[ "$(reach list.h:4)" = '^(add|head)$' ] || fail "list.h:4: $(reach list.h:4)"
[ "$(reach list.c:22)" = '^()$' ] || fail "list.c:22: $(reach list.c:22)"
[ "$(reach mylist.c:6)" = '^()$' ] || fail "another file: $(reach mylist.c:6)"
report --changed=list.c:22 flat | grep -q '^  unused  list.c:20: no test reaches it$' || fail "$(report --changed=list.c:22 flat)"
# Outside of functions any function of the file may be meant, and in a header any at all.
[ "$(reach list.c:2)" = '^(add|del)$' ] || fail "list.c:2: $(reach list.c:2)"
[ "$(reach list.h:6)" = '^(add|del|head)$' ] || fail "list.h:6: $(reach list.h:6)"
[ "$(reach list.h:1)" = '^(add|del|head)$' ] || fail "list.h:1: $(reach list.h:1)"
for form in words lines; do report --changed=list.h:4 --print=$form flat | tr '\n' ' '; done >out
[ "$(cat out)" = 'add head add head ' ] || fail "words and lines: $(cat out)"
for wrong in --changed=list.c --changed=list.c:0 --changed=:1 --changed-since=-q --changed-since=nothing '--function=add --changed=list.c:6'; do
    status=0
    report $wrong flat >out 2>&1 || status=$?
    [ $status = 71 ] || fail "$wrong: status $status, $(cat out)"
done
if command -v git >/dev/null; then
    git init -q .
    git add list.c list.h
    git -c user.name=name -c user.email=name@example.org commit -qm first
    since() { report --changed-since=HEAD --print=ctest flat; }
    [ "$(since)" = '^()$' ] || fail "nothing has changed: $(since)"
    sed -i 's/total += grow(x)/total += grow(x + 0)/' list.c
    [ "$(since)" = '^(add)$' ] || fail "add has changed: $(since)"
    sed -i '1i /* A line that moves all others. */' list.h
    [ "$(since)" = '^(add|del|head)$' ] || fail "a header has changed: $(since)"
    git checkout -q list.h
    sed -i 's/^int del/int more(void);\n&/' list.c
    [ "$(since)" = '^(add|del)$' ] || fail "a line between functions: $(since)"
    git checkout -q list.c
    sed -i 's/return total;/int copy = total;\n    return copy;/' list.c
    [ "$(since)" = '^(del)$' ] || fail "lines in a function: $(since)"
    echo text >notes.txt
    git add notes.txt
    report --changed-since=HEAD flat | grep -q '^notes.txt: no function of it' || fail 'a file without functions is not named'
    echo text >'"quoted"'
    git add '"quoted"'
    if report --changed-since=HEAD flat >out 2>&1 || ! grep -q 'a changed file that git quotes' out; then
        fail "a name that git quotes: $(cat out)"
    fi
    git rm -qf '"quoted"'
    # Profiles of what is no more.
    git -c user.name=name -c user.email=name@example.org commit -qam second
    { for i in 1 2 3 4 5 6 7 8 9; do echo "/* $i */"; done; cat list.c; } >moved.c
    mv moved.c list.c
    git -c user.name=name -c user.email=name@example.org commit -qam third
    sed -i 's/total -= x/total -= x + 0/' list.c
    report --changed-since=HEAD flat | grep -q '^list.c: the profiles are of another revision' || fail 'profiles of another revision'
    # Functions of C++, whose names say what they are in.
    cat >lib.cpp <<'E'
int grow(int x)
{
    return x + 1;
}
namespace lib {
template <class T> struct Box {
    T value;
    Box(T from) : value(from) {}
    bool operator<(const Box &other) const { return value < other.value; }
};
int shrink(int x)
{
    return x - (Box<int>(x) < Box<int>(0)) - [x](int by) { return x > by; }(1);
}
}
int both(int x) { return lib::shrink(x) + 2; }
E
    git add lib.cpp
    git -c user.name=name -c user.email=name@example.org commit -qm fourth
    for cxx in g++ clang++; do
        command -v $cxx >/dev/null || continue
        mkdir $cxx.d
        for test in grow both shrink; do
            echo "int grow(int); int both(int); namespace lib { int shrink(int); } using namespace lib; int main() { return $test(1) > 9; }" >one.cpp
            instr-cc $cxx -O0 -o $test one.cpp lib.cpp
            INSTR_OUTPUT=$cxx.d/ ./$test
        done
        sed -i '3s/x + 1/1 + x/' lib.cpp
        [ "$(report --changed-since=HEAD --print=ctest $cxx.d)" = '^(grow)$' ] || fail "$cxx: $(report --changed-since=HEAD $cxx.d)"
        git checkout -q lib.cpp
    done
fi
# A source that a test includes is the same file, and what is listed has an end.
mkdir unit
echo '#include "../list.c"
int main(void) { return add(1) != 2; }' >unit/inner.c
instr-cc "$cc" -O0 -o inner unit/inner.c
mkdir included
INSTR_OUTPUT=included/ ./inner
INSTR_OUTPUT=included/ ./add
[ "$(report --csv included | grep -c '^add,list.c,')" = 2 ] || fail "an included source: $(report --csv included | grep '^add,')"
report included >out
grep -q '^reached by no test$' out && grep -q '^  unused  list.c:20$' out || fail "an included source: $(cat out)"
{ seq 30 | sed 's/.*/int many&(void) { return 0; }/' && echo 'int main(void) { return 0; }'; } >many.c
instr-cc "$cc" -O0 -o many many.c
INSTR_OUTPUT=many.d/ ./many
report many.d >out
[ "$(grep -c '^  many' out)" = 20 ] && grep -q '^  (10 more; --csv has all)$' out || fail "a long list: $(cat out)"

# The tests are run, each with a folder of its own, and what fails or was not built with instr is said.
printf '%s\n' add sub/head del none wrong >names
cat >run-one <<'END'
case $1 in
wrong) exit 3 ;;
none) exit 0 ;;
*) exec ./"${1##*/}" ;;
esac
END
report --run --csv ran -- sh run-one '{}' <names >out 2>err || fail "--run: $(cat err)"
grep -q '^instr-report: 1 of 5 tests failed: wrong$' err || fail "a test that fails: $(cat err)"
grep -q '^instr-report: 2 of 5 tests wrote no profile: none wrong$' err || fail "a test without a profile: $(cat err)"
grep -q '^twice,list.h,2,called,,,sub/head,1,' out || fail "tests that were run: $(cat out)"
[ "$(report --csv ran | cut -d, -f7 | sort -u | tr '\n' ' ')" = ' add del sub/head test ' ] || fail "their profiles: $(report --csv ran)"
# Several at a time do the same, and what each prints stays together.
cat >run-meet <<'END'
echo "begin $1"
mkdir -p here && : >here/"${1##*/}"
tries=0
while [ "$(ls here | wc -l)" -lt 3 ] && [ $((tries += 1)) -lt 300 ]; do sleep 0.1; done
[ $tries -lt 300 ] || echo alone
echo "end $1" >&2
exec sh run-one "$1"
END
report --run --csv -j 3 together -- sh run-meet '{}' <names >out 2>err || fail "--run -j 3: $(cat err)"
grep -q '^instr-report: 1 of 5 tests failed: wrong$' err || fail "-j: a test that fails: $(cat err)"
grep -q '^instr-report: 2 of 5 tests wrote no profile: none wrong$' err || fail "-j: a test without a profile: $(cat err)"
! grep -q alone err || fail "-j: tests that run at a time: $(cat err)"
awk '/^begin/ { open = $2 } /^end/ { ends++; bad += $2 != open } END { exit bad || ends != 5 }' err ||
    fail "-j: what tests print: $(cat err)"
report --csv ran | cut -d, -f1-9 >want
report --csv together | cut -d, -f1-9 | diff want - || fail '-j: other results than one after the other'
# refused WHAT NAMES ARGUMENTS...: nothing is run, and the message has these words.
refused() {
    what=$1 given=$2 got=0
    shift 2
    printf "$given" | report "$@" >out 2>err || got=$?
    [ $got = 71 ] && grep -q "$what" err || fail "$* of '$given': status $got, $(cat err)"
}
refused 'name another folder' 'add\n' --run ran -- ./add
mkdir -p begun/add
refused 'name another folder' 'head\nadd\ndel\n' --run --jobs=2 begun -- ./add
[ -d begun/head ] && [ ! -d begun/del ] || fail 'a test begins behind one that could not'
refused 'is elsewhere' '../add\n' --run ran -- ./add
refused 'names of the tests on standard input' '' --run ran -- ./add
refused 'a folder and a program' 'add\n' --run ran
refused 'a folder and a program' 'add\n' --run -- ./add
[ ! -e add.instr ] && [ ! -e ../add ] || fail 'something is written elsewhere'
