# bash completion of instr-report and instr-tune: commands, and the options of each. They are those that the tool lists itself.
_instr_report()
{
    local current=${COMP_WORDS[COMP_CWORD]} tool=${COMP_WORDS[0]} command= word words=
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [[ $word == -* ]] || { command=$word; break; }
    done
    if [[ $current == -* ]]; then
        [[ $command || $tool != *report ]] || command=summary
        COMPREPLY=($(compgen -W "$("$tool" help $command 2>/dev/null |
            sed -n 's/^  \(--[a-z-]*=\{0,1\}\).*/\1/p')" -- "$current"))
        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
        return 0
    fi
    case $command in
    '' | help) words="help $("$tool" help 2>/dev/null | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p')" ;;
    export) words=$("$tool" help export 2>/dev/null | sed -n 's/^  \([a-z0-9]*\): .*/\1/p') ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    [[ $tool != *report || $command == help ]] || COMPREPLY+=($(compgen -f -X '!*.instr' -- "$current"; compgen -d -- "$current"))
    [[ $command != gate ]] || COMPREPLY+=($(compgen -f -X '!*.baseline' -- "$current"))
    return 0
}
complete -o default -o filenames -F _instr_report instr-report instr-tune
