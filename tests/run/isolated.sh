#!/bin/sh
# isolated.sh SCRIPT ARGUMENTS... - runs a test in $INSTR_TEST_WORK, emptied first. Open MPI gets a folder for each: when two of
# its launchers begin at once in one folder, one removes what the other has just made and not filled.
set -eu
rm -rf "$INSTR_TEST_WORK"
mkdir -p "$INSTR_TEST_WORK"
cd "$INSTR_TEST_WORK"
OMPI_MCA_orte_tmpdir_base=$(mktemp -d)
export OMPI_MCA_orte_tmpdir_base
status=0
sh -- "$@" || status=$?
rm -rf "$OMPI_MCA_orte_tmpdir_base"
exit $status
