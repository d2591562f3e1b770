#!/bin/sh
# alarms.sh COUNT PROGRAM [ARGUMENT...] - how often does a gate fail a program that has not changed? Three runs are recorded,
# and COUNT are held against them; beside that each of COUNT runs is held against the one before by its times.
set -eu
count=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
instr-report gate --record -o "$work/baseline" -- "$@" 2>"$work/said" >/dev/null
calls=0 times=0
for i in $(seq 0 "$count"); do
    INSTR_OUTPUT="$work/$i.instr" "$@" >/dev/null 2>&1 </dev/null
    [ "$i" != 0 ] || continue
    instr-report gate "$work/baseline" -- "$@" >/dev/null 2>&1 </dev/null || calls=$((calls + 1))
    instr-report diff --fail-above=5 "$work/$((i - 1)).instr" "$work/$i.instr" >/dev/null 2>&1 || times=$((times + 1))
done
echo "$(grep -c '	' "$work/baseline") functions, $(grep -c '\.\.[0-9]' "$work/baseline") vary;" \
    "false alarms: $calls of $count by calls, $times of $count by times"
