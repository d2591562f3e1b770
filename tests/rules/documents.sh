#!/bin/sh
# documents.sh SOURCE - no line of a document is longer than 130 characters, but rows of tables and what a program printed.
cd "$1" || exit 2
find . -path ./build -prune -o -name '*.md' -type f -print | sort | python3 -c '
import sys

found = False
for file in sys.stdin.read().split():
    printed = False
    for number, line in enumerate(open(file, encoding="utf-8"), 1):
        line = line.rstrip("\n")
        if line.lstrip().startswith("```"):
            printed = not printed
        if len(line) > 130 and not printed and not line.lstrip().startswith("|"):
            found = True
            print(f"{file[2:]}:{number}: {len(line)} characters")
if found:
    sys.exit("a line of text has 130 characters at most")
'
