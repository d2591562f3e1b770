#!/bin/sh
# documents.sh SOURCE - no line of a document is longer than 130 characters, but rows of tables and what a program printed.
cd "$1" || exit 2
found=$(find . -path ./build -prune -o -name '*.md' -type f -print | sort | while IFS= read -r file; do
    awk -v file="${file#./}" '
        /^ *```/ { printed = !printed }
        length > 130 && !printed && !/^ *\|/ { print file ":" FNR ": " length " characters" }' "$file"
done)
[ -z "$found" ] || {
    echo "$found"
    echo 'a line of text has 130 characters at most'
    exit 1
}
