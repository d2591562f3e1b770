# bash completion of instr-cc: its own options; all else is the compiler's. The options are those that it lists itself.
_instr_cc()
{
    local current=${COMP_WORDS[COMP_CWORD]} i
    if [[ $current == --i* ]]; then
        COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" --instr-help 2>/dev/null |
            sed -n 's/^  \(--instr-[a-z-]*=\{0,1\}\).*/\1/p')" -- "$current"))
        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
        return 0
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} == -* ]] && continue
        if declare -F _command_offset >/dev/null && type -P -- "${COMP_WORDS[i]}" >/dev/null; then
            _command_offset "$i"
        fi
        return 0
    done
    [[ ${COMP_WORDS[0]##*/} != instr-cc ]] || COMPREPLY=($(compgen -c -- "$current"))
}
complete -o default -F _instr_cc instr-cc instr-gcc instr-clang instr-mpicc instr-g++ instr-clang++ instr-mpicxx instr-gfortran instr-mpifort
