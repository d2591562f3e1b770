#!/bin/sh
# compiles.sh GOLDEN DIRECTORY - every golden text that a compiler takes it takes edited, for several standards, with
# the same warnings.
set -eu
golden=$1 directory=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
warnings="-Wall -Wextra -Wshadow -Wmissing-prototypes -Wconversion -pedantic -O1"
count=0 failed=0

# The texts of warnings; places and the lines shown differ by the probe's columns.
texts() { sed -n 's/.*\(warning: .*\)/\1/p' "$1" | sort >"$2"; }

for compiler in ${TEST_COMPILERS:-gcc clang}; do
    mkdir "$work/$compiler"
    "$golden" --edit "$directory" "$work/$compiler" $([ $compiler = gcc ] || echo clang)
done
for input in "$directory"/*.i; do
    name=$(basename "$input" .i)
    case $name in wrong | annotated) continue ;; esac # what is in a pragma is seen in one of the texts only
    openmp=$(grep -sx -e -fopenmp "${input%.i}.options") || openmp=
    for compiler in ${TEST_COMPILERS:-gcc clang}; do
        command -v $compiler >/dev/null || continue
        for standard in c89 c99 gnu17; do
            plain="$compiler -std=$standard $warnings $openmp -x cpp-output -c -o $work/object.o"
            $plain "$input" 2>"$work/plain" || continue
            count=$((count + 1))
            $plain "$work/$compiler/$name.i" 2>"$work/edited" || { echo "$name: $compiler -std=$standard fails"; failed=1; }
            texts "$work/plain" "$work/a"
            texts "$work/edited" "$work/b"
            diff "$work/a" "$work/b" >"$work/diff" ||
                { echo "$name: $compiler -std=$standard: other warnings"; cat "$work/diff"; failed=1; }
        done
    done
done
echo "$count compilations"
[ "$count" -gt 30 ] && [ "$failed" = 0 ]
