#!/bin/sh
# style.sh NODE MODULES SOURCE [--write] - the page's program and style, and its tests, are written as prettier writes them, and
# eslint finds nothing; no package-lock.json names a host. With --write they are made so.
set -eu
node=$1 modules=$2 source=$3 how=${4---check}
[ -d "$modules/prettier" ] && [ -d "$modules/eslint" ] || {
    echo "skipped: npm's prettier and eslint are not here"
    exit 77
}
cd "$source"
! grep -n '"resolved"' report/page/package-lock.json tests/report/page/package-lock.json || {
    echo 'to mend it: npm install --package-lock-only, in the folder of that file'
    exit 1
}
prettier="$node $modules/prettier/bin/prettier.cjs --log-level=warn --config tests/report/page/.prettierrc.json"
$prettier "$how" 'report/page/**/*.{js,mjs,css}' 'tests/report/page/*.mjs' || {
    echo 'to mend it: cmake --build --preset dev --target format-page'
    exit 1
}
exec "$node" "$modules/eslint/bin/eslint.js" -c tests/report/page/eslint.config.mjs report/page
