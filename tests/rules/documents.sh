#!/bin/sh
# documents.sh SOURCE - no line of a document is longer than 130 characters, but rows of tables and what a program printed; and
# each link leads to a file, or to a heading, that is there.
cd "$1" || exit 2
find . -path ./build -prune -o -name node_modules -prune -o -name '*.md' -type f -print | sort | python3 -c '
import functools
import pathlib
import re
import sys


def lines(file):
    """(line, text, whether a program printed it)"""
    printed = False
    for number, line in enumerate(open(file, encoding="utf-8"), 1):
        line = line.rstrip("\n")
        if line.lstrip().startswith("```"):
            printed = not printed
        yield number, line, printed


@functools.cache
def headings(file):
    """As GitHub and GitLab name them: small letters, blanks become -, and all else that is no letter or number goes."""
    titles = [line.lstrip("#").strip() for _, line, printed in lines(file) if line.startswith("#") and not printed]
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


faults = []
for file in map(pathlib.Path, sys.stdin.read().split()):
    for number, line, printed in lines(file):
        if len(line) > 130 and not printed and not line.lstrip().startswith("|"):
            faults.append(f"{file}:{number}: {len(line)} characters, 130 at most")
        for link in [] if printed or line.startswith("    ") else re.findall(r"\]\(([^()\s]+)\)", re.sub("`[^`]*`", "", line)):
            path, _, heading = link.partition("#")
            target = file.parent / path if path else file
            if ":" in path:
                continue
            if not target.exists():
                faults.append(f"{file}:{number}: {link}: there is no such file")
            elif heading and heading not in headings(target):
                faults.append(f"{file}:{number}: {link}: no such heading")
sys.exit("\n".join(faults) if faults else 0)
'
