# What the tests of the wrapper share beyond check.sh. Each runs as SCRIPT FAKE, where FAKE is the compiler that fakecc.c makes.
unset INSTR_TIMING INSTR_PROGRAMS
FAKE=$1
INSTR=$(command -v instr-cc)
BIN=${INSTR%/*}
unset CPATH C_INCLUDE_PATH DEPENDENCIES_OUTPUT SUNPRO_DEPENDENCIES MAKEFLAGS MAKELEVEL CFLAGS LDFLAGS CC
LC_ALL=C
export LC_ALL
PLACE=$(pwd)
TMPDIR=$PLACE/tmp
export TMPDIR
FAILED=0

# fail ROW TEXT: a row that does not hold; the script goes on.
fail() {
    printf 'FAILED %s\n' "$*" >&2
    FAILED=$((FAILED + 1))
}

# same ROW FILE FILE
same() {
    cmp -s "$2" "$3" && return
    fail "$1: $2 and $3 differ"
    diff "$2" "$3" | head -20 >&2 || :
}

# is ROW IS EXPECTED
is() {
    [ "$2" = "$3" ] || fail "$1: is '$2', expected '$3'"
}

# has ROW FILE TEXT, has_not ROW FILE TEXT: a line with TEXT in it.
has() {
    grep -qF -e "$3" "$2" || fail "$1: no '$3' in $2"
}
has_not() {
    ! grep -qF -e "$3" "$2" || fail "$1: '$3' in $2"
}

# status COMMAND...: runs it and prints its exit status.
status() {
    "$@" && echo 0 || echo $?
}

# instrumented ROW FILE...: each of the objects or programs holds a region.
instrumented() {
    row=$1
    shift
    for file; do
        readelf -SW "$file" 2>/dev/null | grep -q instr_regions || fail "$row: $file is not instrumented"
    done
}
plain() {
    row=$1
    shift
    for file; do
        ! readelf -SW "$file" 2>/dev/null | grep -q instr_regions || fail "$row: $file is instrumented"
    done
}

# both ROW COMMAND: runs a shell command in two copies of the folder `src`, once with CC the plain compiler $REAL
# and once the same behind instr-cc; standard output, error output, exit status, the names of the files
# made, and the contents of *.d files must agree. Leaves the copies in plain/ and instr/.
both() {
    rm -rf plain instr
    cp -r src plain
    cp -r src instr
    (cd plain && CC="$REAL" && export CC && eval "$2") >plain.out 2>plain.err </dev/null && p=0 || p=$?
    (cd instr && CC="$INSTR $REAL" && export CC && eval "$2") >instr.out 2>instr.err </dev/null && i=0 || i=$?
    is "$1 ($2): status" $i $p
    same "$1 ($2)" plain.out instr.out
    same "$1 ($2)" plain.err instr.err
    (cd plain && find . | sort) >plain.files
    (cd instr && find . ! -name '*.instr' | sort) >instr.files
    same "$1 ($2)" plain.files instr.files
    for d in $(cd plain && find . -name '*.d'); do
        same "$1 ($2)" "plain/$d" "instr/$d"
    done
}

# The end of each script: no temporary file may be left.
finish() {
    is "A7 C6: files left in TMPDIR" "$(ls -A "$TMPDIR")" ""
    [ "$FAILED" = 0 ] || { echo "$FAILED failed" >&2; exit 1; }
    exit 0
}

rm -rf "$TMPDIR"
mkdir "$TMPDIR"
