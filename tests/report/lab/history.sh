#!/bin/sh
# history.sh REPOSITORY COUNT [CMAKE-OPTION...] - the last COUNT changes of sources in a repository that is built by CMake and
# tested by ctest, or in Lua's with its testes/: are all tests whose outcome or output changed among those that
# `instr-report tests --changed-since` selects? The tests are those of before the change: one that is changed itself has to be run in
# any case. No test of ctest's: it builds the program three times for each change. instr-cc and instr-report are those of PATH.
set -eu
repository=$1 count=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export INSTR_TMPDIR="$work"
git clone -q "$repository" "$work/sources"
cd "$work/sources"

# before REVISION: puts the tests into $work/build, where they are not of the build. build REVISION LAUNCHER OPTIONS...: into it.
# names: of the tests. try NAME: runs one.
if [ -e onelua.c ]; then
    before() { rm -rf "$work/build" && mkdir "$work/build" && git checkout -qf "$1" && cp -r testes "$work/build"; }
    build() {
        git checkout -qf "$1"
        $2 gcc -O1 -std=gnu99 -DLUA_USE_LINUX -w -o "$work/build/lua" onelua.c -lm -ldl -Wl,-E >"$work/build.log" 2>&1 || true
    }
    names() { ls "$work/build/testes" | sed -n '/^\(all\|heavy\|big\|verybig\|errors\)[.]/d; s/[.]lua$//p'; }
    cat >"$work/try" <<'E'
cd "$(dirname "$0")/build/testes" && timeout 120 ../lua -e '_U=true' "$1.lua" >../"$1.out" 2>&1
status=$?
sed '/temporary program file/d; s/(seeds.*//' ../"$1.out" # what chance makes of it
exit $status
E
else
    before() { :; }
    build() {
        git checkout -qf "$1"
        launcher=$2
        shift 2
        rm -rf "$work/build" && mkdir "$work/build"
        (cd "$work/build" && cmake ${launcher:+-DCMAKE_C_COMPILER_LAUNCHER=$launcher} "$@" "$work/sources" &&
            cmake --build . -- -k) >"$work/build.log" 2>&1 || true
    }
    names() { (cd "$work/build" && ctest -N | sed -n 's/^ *Test *#[0-9]*: //p'); }
    cat >"$work/try" <<'E'
cd "$(dirname "$0")/build" && exec ctest -V -R "^$1\$"
E
fi
# What a test prints, without times, addresses and lines of sources, and how it ends.
cat >"$work/outcome" <<'E'
status=0
sh "$(dirname "$0")/try" "$1" >"$2/$1.printed" 2>&1 </dev/null || status=$?
sed 's/^[0-9]*: //; s/[0-9.]* sec//; s/[^ ]*\.c:[0-9]*//; s/0x[0-9a-f]*//g; s/[0-9][0-9.]*//g' "$2/$1.printed" >"$2/$1"
echo "status $status" >>"$2/$1"
rm "$2/$1.printed"
E
# outcomes FOLDER: of all tests.
outcomes() {
    rm -rf "$1" && mkdir "$1"
    names | xargs -P 2 -I'{}' sh "$work/outcome" '{}' "$1"
}

all=0 selected=0 missed=0 changes=0
for commit in $(git log --no-merges --format=%h -n "$count" -- '*.c' '*.h'); do
    before "$commit^"
    build "$commit^" instr-cc "$@"
    rm -rf "$work/profiles"
    names | instr-report tests --run -j 2 "$work/profiles" -- sh "$work/try" '{}' >"$work/suite" 2>&1
    git checkout -qf "$commit"
    instr-report tests --changed-since="$commit^" --print=lines "$work/profiles" | sort >"$work/selected"
    build "$commit^" '' "$@"
    outcomes "$work/outcomes-before"
    build "$commit" '' "$@"
    outcomes "$work/outcomes-after"
    differ=$(cd "$work/outcomes-before" && for test in *; do cmp -s "$test" "../outcomes-after/$test" || echo "$test"; done)
    echo "$differ" | sed '/^$/d' | sort >"$work/differ"
    lost=$(comm -13 "$work/selected" "$work/differ" | tr '\n' ' ')
    tests=$(ls "$work/outcomes-before" | wc -l)
    few=$(wc -l <"$work/selected")
    echo "$commit: $few of $tests tests selected, $(wc -l <"$work/differ") differ${lost:+, MISSED: $lost}"
    all=$((all + tests)) selected=$((selected + few)) changes=$((changes + 1)) missed=$((missed + $(echo $lost | wc -w)))
done
echo "$changes changes: $selected of $all tests selected, $missed missed"
[ "$all" -gt 0 ] && [ "$missed" = 0 ]
