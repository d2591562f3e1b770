#!/bin/sh
# tidy.sh SOURCE BUILD - what clang-tidy says of the product's sources, by .clang-tidy; fails if it says anything. Each
# version finds other things, so one is asked. What MPI's compilers compile is not in the build's list of commands.
here=$(cd "$(dirname "$0")" && pwd)
for tool in clang-tidy-14 clang-tidy; do
    case $("$tool" --version 2>/dev/null) in *' 14.'*) found=$tool ;; esac
    [ -z "${found-}" ] || break
done
[ -n "${found-}" ] || {
    echo 'skipped: no clang-tidy of version 14 here (Debian: clang-tidy-14)'
    exit 77
}
cd "$1" || exit 2
# What gcc alone knows is no option of clang-tidy's.
commands=$(mktemp -d)
trap 'rm -rf "$commands"' EXIT
sed 's/ -fno-tree-loop-distribute-patterns//g' "$2/compile_commands.json" >"$commands/compile_commands.json"
# It fails where it can't read a source, as where a header of another compiler is missing, and says so on standard output.
"$here/sources.sh" . | grep '^\(common\|profile\|runtime\|instrumenter\|report\|tune\)/.*\.c$' | grep -v '^runtime/mpi/' |
    while read -r file; do
        # A plug-in is in the build only where its library's headers are.
        ! grep -qF "/$file\"" "$commands/compile_commands.json" || echo "$file"
    done | xargs -P "$(nproc)" -n 4 "$found" -p "$commands" --quiet --warnings-as-errors='*' 2>/dev/null
