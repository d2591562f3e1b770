#!/bin/sh
# tidy.sh SOURCE BUILD - what clang-tidy says of the product's sources, by .clang-tidy; fails if it says anything.
here=$(cd "$(dirname "$0")" && pwd)
command -v clang-tidy >/dev/null || {
    echo 'skipped: no clang-tidy here'
    exit 77
}
said=$(cd "$1" && "$here/sources.sh" . | grep '^\(base\|profile\|runtime\|instrumenter\|report\|tune\)/.*\.c$' |
    grep -v '^runtime/mpi/' | xargs -P "$(nproc)" -n 4 clang-tidy -p "$2" --quiet 2>/dev/null | grep -A 3 'warning:\|error:')
[ -z "$said" ] || {
    printf '%s\n' "$said"
    exit 1
}
