#!/bin/sh
# isolated.sh SCRIPT ARGUMENTS... - runs a test in $INSTR_TEST_WORK, emptied first; it ends with the first command that fails,
# and has what is in check.sh. Open MPI gets a folder for each: when two of its launchers begin at once in one folder, one removes
# what the other has just made and not filled.
set -eu

# Scripts of tests name files without quotes: in a checkout whose path has a blank they see it by another name.
root=${INSTR_TEST_DIR%/tests/run}
alias=
case $root in *[[:space:]]*)
    alias=$(TMPDIR=/tmp mktemp -d)
    chmod 755 "$alias"
    ln -s "$root" "$alias/source"
    for word; do
        shift
        case $word in "$root"*) word=$alias/source${word#"$root"} ;; esac
        set -- "$@" "$word"
    done
    for variable in INSTR_TEST_DIR INSTR_TEST_WORK PATH LD_LIBRARY_PATH; do
        eval "value=\${$variable:-}"
        while :; do
            case $value in *"$root"*) value=${value%%"$root"*}$alias/source${value#*"$root"} ;; *) break ;; esac
        done
        [ -z "$value" ] || export "$variable=$value"
    done
    ;;
esac

rm -rf "$INSTR_TEST_WORK"
mkdir -p "$INSTR_TEST_WORK"
cd "$INSTR_TEST_WORK"
OMPI_MCA_orte_tmpdir_base=$(mktemp -d)
export OMPI_MCA_orte_tmpdir_base
sh -euc '. "$INSTR_TEST_DIR/check.sh"; . "$0"' "$@" && status=0 || status=$?
rm -rf "$OMPI_MCA_orte_tmpdir_base" ${alias:+"$alias"}
exit $status
