#!/bin/sh
# history.sh REPOSITORY COUNT [CMAKE-OPTION...] - the last COUNT changes of sources in a repository that is built by CMake and
# tested by ctest: are all tests whose outcome or output changed among those that `instr-report tests --changed-since` selects? No
# test of ctest's: it builds the program twice for each change. instr-cc and instr-report are those of PATH.
set -eu
repository=$1 count=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export INSTR_TMPDIR="$work"
git clone -q "$repository" "$work/sources"
cd "$work/sources"

# build REVISION FOLDER OPTIONS...
build() {
    git checkout -qf "$1" && rm -rf "$2" && mkdir "$2" || return 1
    (cd "$2" && shift 2 && cmake "$@" "$work/sources" && cmake --build . -- -k) >"$2.log" 2>&1 || true
}
names() { ctest -N | sed -n 's/^ *Test *#[0-9]*: //p'; }
# outcomes BUILD FOLDER: what each test prints, without times and lines of sources, and how it ends.
outcomes() {
    rm -rf "$2" && mkdir "$2"
    (cd "$1" && names) | while read -r test; do
        status=0
        (cd "$1" && ctest -V -R "^$test\$") >"$work/printed" 2>&1 </dev/null || status=$?
        sed -n 's/^[0-9]*: //p' "$work/printed" | sed 's/[0-9.]* sec//; s/[^ ]*\.c:[0-9]*//' >"$2/$test"
        echo "status $status" >>"$2/$test"
    done
}

all=0 selected=0 missed=0 changes=0
for commit in $(git log --no-merges --format=%h -n "$count" -- '*.c' '*.h'); do
    build "$commit^" "$work/build" -DCMAKE_C_COMPILER_LAUNCHER=instr-cc "$@"
    rm -rf "$work/profiles"
    (cd "$work/build" && names | instr-report tests --run "$work/profiles" -- ctest -R '^{}$') >"$work/suite" 2>&1
    outcomes "$work/build" "$work/outcomes-before"
    git checkout -qf "$commit"
    instr-report tests --changed-since="$commit^" --print=lines "$work/profiles" | sort >"$work/selected"
    build "$commit" "$work/build" "$@"
    outcomes "$work/build" "$work/outcomes-after"
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
