#!/bin/sh
# format.sh SOURCE [-i] - all files of sources.sh are as .clang-format says, by the version that it is written for, as
# each version breaks some lines in another way. With -i they are made so.
here=$(cd "$(dirname "$0")" && pwd)
for tool in clang-format-14 clang-format; do
    case $("$tool" --version 2>/dev/null) in *' 14.'*) found=$tool ;; esac
    [ -z "${found-}" ] || break
done
[ -n "${found-}" ] || {
    echo 'skipped: no clang-format of version 14 here (Debian: clang-format-14)'
    exit 77
}
cd "$1" || exit 2
if [ "${2-}" = -i ]; then
    "$here/sources.sh" . | xargs "$found" -i
else
    "$here/sources.sh" . | xargs "$found" --dry-run -Werror || {
        echo 'to mend it: cmake --build --preset dev --target format'
        exit 1
    }
fi
