#!/bin/sh
# isolated.sh SCRIPT ARGUMENTS... - runs a test in $INSTR_TEST_WORK, emptied first.
set -eu
rm -rf "$INSTR_TEST_WORK"
mkdir -p "$INSTR_TEST_WORK"
cd "$INSTR_TEST_WORK"
exec sh -- "$@"
