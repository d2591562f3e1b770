# completion.sh - what bash completes; zsh and fish at least read theirs, where they are installed.
[ -n "${BASH_VERSION-}" ] || exec bash "$0"
set -eu
. "$INSTR_TEST_DIR/check.sh"
touch heat.instr heat.baseline other.txt
mkdir runs
instr-report completion bash >bash.sh
instr-report completion zsh >zsh.sh
instr-report completion fish >fish.sh
compopt() { :; }
. ./bash.sh
# complete WORDS...: what the last of them is completed to.
complete_words() {
    COMP_WORDS=(instr-report "$@") COMP_CWORD=$# COMPREPLY=()
    _instr_report
    printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
}
expect() { # WANTED WORDS...
    wanted=$1
    shift
    got=$(complete_words "$@")
    [ "$got" = "$wanted" ] || fail "$*: '$got', not '$wanted'"
}
expect 'tree ' tr
expect 'heat.instr ' tree he
expect 'heat.baseline heat.instr ' gate he
expect '--callees= --callers= ' tree --cal
expect '--callees= --callers= ' --cal
expect '--fail-above= ' diff --fail
expect ' ' merge --cal
expect 'pprof ' export pp
expect 'runs ' export folded ru
expect 'imbalance ' help im
for command in $(instr-report help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'); do
    [ "$(complete_words "$command")" = "$command " ] || fail "$command is not completed"
    for option in $(instr-report help "$command" | sed -n 's/^  \(--[a-z-]*\).*/\1/p'); do
        complete_words "$command" "$option" | grep -qE -- "(^| )$option=? " || fail "$command $option"
        grep -qE -- "'$option=?\[" zsh.sh || fail "zsh: $option"
        grep -q -- " $command' -l ${option#--} " fish.sh || fail "fish: $command $option"
    done
done
if command -v zsh >/dev/null; then zsh -n zsh.sh || fail zsh; fi
if command -v fish >/dev/null; then fish -n fish.sh || fail fish; fi
