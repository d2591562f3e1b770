# completions.sh FOLDER - what bash completes of our tools: each word that they list, and nothing else. zsh and fish at least read
# theirs, where they are installed.
[ -n "${BASH_VERSION-}" ] || exec bash -euc '. "$INSTR_TEST_DIR/check.sh"; . "$0"' "$0" "$@"
compopt() { :; }
touch heat.instr heat.baseline other.txt
mkdir runs
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
. "$1/instr-cc.bash"
expect '--instr-level= --instr-log= ' _instr_cc instr-cc --instr-l
expect '--instr-strict ' _instr_cc instr-mpicc -c --instr-s
expect ' ' _instr_cc instr-cc gcc -O
for option in $(instr-cc --instr-help | sed -n 's/^  \(--instr-[a-z-]*\).*/\1/p'); do
    complete_words _instr_cc instr-cc gcc "$option" | grep -qE -- "(^| )$option=? " || fail "instr-cc $option"
done
. "$1/instr-report.bash"
report() { expect "$1" _instr_report instr-report "${@:2}"; }
report 'tree ' tr
report 'heat.instr ' tree he
report 'heat.baseline heat.instr ' gate he
report '--callees= --callers= ' tree --cal
report '--callees= --callers= ' --cal
report '--fail-above= ' diff --fail
report ' ' merge --cal
report 'pprof ' export pp
report 'runs ' export folded ru
report 'waiting ' help wai
for tool in instr-report instr-tune; do
    command -v $tool >/dev/null || continue
    for command in $($tool help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p'); do
        expect "$command " _instr_report $tool "$command"
        for option in $($tool help "$command" | sed -n 's/^  \(--[a-z-]*\).*/\1/p'); do
            complete_words _instr_report $tool "$command" "$option" | grep -qE -- "(^| )$option=? " || fail "$tool $command $option"
        done
    done
done
if command -v instr-tune >/dev/null; then expect '--search= --seed= ' _instr_report instr-tune run --se; fi
if command -v zsh >/dev/null; then zsh -n "$1/instr-report.zsh" || fail zsh; fi
command -v fish >/dev/null || exit 0
[ "$(fish -c "source $1/instr-report.fish; complete -C 'instr-report tree --cal'" | cut -f 1)" = '--callees=
--callers=' ] || fail fish
