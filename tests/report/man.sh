#!/bin/sh
# man.sh FOLDER - each manual page that was made is formatted without a warning, has text in it, and ends with what else to read.
set -eu
status=0
[ "$(ls "$1" | wc -l)" -ge 4 ] || { ls "$1"; exit 1; }
for page in "$1"/*.[13]; do
    text=$(MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -l "$page" 2>&1 >/dev/null) || status=1
    [ -z "$text" ] || { printf '%s:\n%s\n' "$page" "$text"; status=1; }
    for section in NAME SYNOPSIS DESCRIPTION 'SEE ALSO'; do
        MANWIDTH=80 LC_ALL=C.UTF-8 man -l "$page" | grep -q "^$section" || { echo "$page: no $section"; status=1; }
    done
done
exit $status
