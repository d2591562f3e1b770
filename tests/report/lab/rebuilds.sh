#!/bin/sh
# rebuilds.sh COUNT REPOSITORY BUILD - how many of COUNT builds of one commit, in other folders, with other options of two compilers, other
# environments and addresses, call anything more or less often than a history says. BUILD is a command for sh in a clone of the
# repository: it makes ./rebuilt with $CC and runs it, if it is to be run more than once or with words, or else leaves that to this script.
set -eu
count=$1 repository=$(cd "$2" && pwd) build=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
set -- -O0 -O1 -O2 -O3 -Os '-O2 -g' '-O1 -fPIC' '-O2 -fno-inline' '-O3 -funroll-loops' '-O2 -fno-omit-frame-pointer' '-O1 -static' \
    '-O2 -flto' '-O2 -march=native'
options=$#
git clone -q "$repository" "$work/first"
alarms=0 i=0
while [ $i -le "$count" ]; do
    eval "flags=\${$((i % options + 1))}"
    compiler=gcc
    [ $((i / options % 2)) = 0 ] || compiler=clang
    case $compiler$flags in clang*-flto) flags=-O2 ;; esac
    folder=$work/$(printf '%0*d' $((i % 7 * 13 + 1)) $i)
    git clone -q "$work/first" "$folder"
    mkdir "$folder/profiles"
    (
        cd "$folder"
        CC="instr-cc --instr-paths=all $compiler $flags -w" LONG=$(printf '%0*d' $((i * 97 % 5000 + 1)) 0) \
            INSTR_OUTPUT=$folder/profiles/ TZ=UTC+$((i % 12)) sh -ec "$build" >"$work/log" 2>&1
    ) || { echo "$compiler $flags: not built"; tail -n 3 "$work/log"; exit 1; }
    # The first is the one that the others are held against: it is said to be of a commit before this one.
    if [ $i = 0 ]; then
        (cd "$folder" && instr-report gate --record profiles -o "$work/baseline" 2>/dev/null)
    elif ! (cd "$folder" && instr-report gate "$work/baseline" profiles >"$work/out" 2>&1); then
        alarms=$((alarms + 1))
        echo "$compiler $flags in $folder: $(sed -n 3p "$work/out")"
    fi
    rm -rf "$folder"
    i=$((i + 1))
done
echo "$alarms of $count builds of $(git -C "$work/first" log -1 --format=%h) differ"
