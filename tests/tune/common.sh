# common.sh - what the tests of instr-tune share; read with `.` after check.sh.

# column FILE NAME: the values of a column of a CSV file without quotes, one a line.
column() {
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' "$1"
}

# expect_error TEXT COMMAND...: it fails with one line that has the text.
expect_error() {
    text=$1
    shift
    "$@" >said.out 2>said.err && fail "succeeds: $*"
    [ "$(wc -l <said.err)" -eq 1 ] || fail "not one line from $*: $(cat said.err)"
    grep -qF -- "$text" said.err || fail "expected '$text' from $*, got: $(cat said.err)"
}
