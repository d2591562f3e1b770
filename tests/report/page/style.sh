#!/bin/sh
# style.sh NODE MODULES SOURCE [--write] - the page's program and style, and its tests, are written as prettier writes them, and
# eslint finds nothing; package-lock.json names no host. With --write they are made so.
set -eu
node=$1 modules=$2 source=$3 how=${4---check}
[ -d "$modules/prettier" ] && [ -d "$modules/eslint" ] || {
    echo "skipped: npm's prettier and eslint are not here"
    exit 77
}
cd "$source/report/page"
! grep -n '"resolved"' package-lock.json || {
    echo 'to mend it: npm install --package-lock-only, in report/page'
    exit 1
}
prettier="$node $modules/prettier/bin/prettier.cjs --log-level=warn"
$prettier "$how" . && $prettier --config .prettierrc.json "$how" ../../tests/report/page ../../tests/report/mcp.mjs || {
    echo 'to mend it: cmake --build --preset dev --target format-page'
    exit 1
}
exec "$node" "$modules/eslint/bin/eslint.js" .
