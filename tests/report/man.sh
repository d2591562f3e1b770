#!/bin/sh
# man.sh PAGE... - each page is formatted without a warning, has text in it, and fits 80 columns.
set -eu
status=0
for page; do
    text=$(MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -l "$page" 2>&1 >/dev/null) || status=1
    [ -z "$text" ] || { printf '%s:\n%s\n' "$page" "$text"; status=1; }
    MANWIDTH=80 LC_ALL=C.UTF-8 man -l "$page" | grep -q DESCRIPTION || { echo "$page: no text"; status=1; }
done
exit $status
