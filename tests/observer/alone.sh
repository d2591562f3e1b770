#!/bin/sh
# alone.sh OBJECTS - what runs in the observer calls nothing and reads nothing that it does not keep (runtime/observe/observer_spawn.h): its
# objects want no symbols but each other's, and have no words that can be written, or that the loader has to fill in.
set -eu
objects=$(grep '/observe/\(blocked_on\|charge_sample\|code_flow\|code_here\|code_map\|instruction\|line_table\|observer_loop\|observer_spawn\|observer_view\|sample\|sampled\|samples\|source_map\|unwind\)\.c\.o$' "$1" || :)
[ "$(echo "$objects" | wc -l)" -ge 15 ] || { echo "not all objects are in $1: $objects" >&2; exit 1; }
wanted=$(nm -P $objects | awk '$2 == "U" || $2 == "w" { wants[$1] } $2 ~ /^[TRr]$/ { has[$1] } END { for (name in wants) if (!(name in has)) print name }' |
    grep -vx _GLOBAL_OFFSET_TABLE_ || :)
[ ! "$wanted" ] || { echo "the observer's code wants $wanted" >&2; exit 1; }
written=$(nm -P $objects | awk '$2 ~ /^[DdBbC]$/ { print $1 }')
[ ! "$written" ] || { echo "the observer's code has variables: $written" >&2; exit 1; }
