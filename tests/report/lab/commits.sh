#!/bin/sh
# commits.sh REPOSITORY HISTORY BUILD [PATH...] - stores what the tests of each commit call into a history: of each commit along the first
# parents, or of those that change PATH. BUILD is a command for sh in a clone: it makes programs with $CC and runs them. A commit at which
# it fails is left out. instr-cc and instr-report are those of PATH in the environment.
set -eu
repository=$(cd "$1" && pwd) history=$2 build=$3
shift 3
mkdir -p "$history"
history=$(cd "$history" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone -q "$repository" "$work/clone"
cd "$work/clone"
stored=0 failed=0
for commit in $(git log --first-parent --reverse --format=%H -- "$@"); do
    git checkout -qf "$commit"
    git clean -qfdx
    mkdir "$work/profiles"
    if CC="instr-cc --instr-paths=all ${CC:-gcc} -O1 -w" INSTR_OUTPUT="$work/profiles/" sh -ec "$build" >"$work/log" 2>&1 </dev/null; then
        git checkout -qf . && git clean -qfdx
        instr-report gate "$history/" "$work/profiles" >"$work/out" 2>"$work/err" || true
        grep -q '^stored: ' "$work/err" && stored=$((stored + 1)) || { failed=$((failed + 1)); echo "$commit: $(cat "$work/err")"; }
    else
        failed=$((failed + 1))
        echo "$commit: $(tail -n 1 "$work/log")"
    fi
    rm -rf "$work/profiles"
done
echo "$stored commits stored, $failed left out"
