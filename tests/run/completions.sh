# completions.sh FOLDER - what bash completes of instr-cc and instr-tune: each word that they list, and nothing else.
[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
set -eu
. "$INSTR_TEST_DIR/check.sh"
compopt() { :; }
# complete_words FUNCTION WORDS...: what the last of them is completed to.
complete_words() {
    function=$1
    shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    "$function"
    printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
}
expect() { # WANTED FUNCTION WORDS...
    wanted=$1
    shift
    got=$(complete_words "$@")
    [ "$got" = "$wanted" ] || fail "${*:2}: '$got', not '$wanted'"
}
. "$1/instr-cc"
expect '--instr-level= --instr-log= ' _instr_cc instr-cc --instr-l
expect '--instr-strict ' _instr_cc instr-mpicc -c --instr-s
expect ' ' _instr_cc instr-cc gcc -O
for option in $(instr-cc --instr-help | sed -n 's/^  \(--instr-[a-z-]*\).*/\1/p'); do
    complete_words _instr_cc instr-cc gcc "$option" | grep -qE -- "(^| )$option=? " || fail "instr-cc $option"
done
command -v instr-tune >/dev/null || exit 0
. "$1/instr-tune"
expect 'run ' _instr_tune instr-tune ru
expect 'histogram ' _instr_tune instr-tune help hi
expect '--search= --seed= ' _instr_tune instr-tune run --se
for command in $(instr-tune help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'); do
    expect "$command " _instr_tune instr-tune "$command"
done
