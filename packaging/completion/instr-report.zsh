#compdef instr-report instr-tune
# Commands, and the options of each. They are those that the tool lists itself.
local tool=$words[1] command=$words[2]
local -a found
if [[ $words[CURRENT] == -* ]]; then
    [[ $command != -* ]] || command=
    [[ -n $command || $tool != *report ]] || command=summary
    found=(${(f)"$($tool help $command 2>/dev/null | sed -n 's/^  \(--[a-z-]*\)[^ ]*  *\(.*\)/\1:\2/p')"})
    _describe -o option found
elif (( CURRENT == 2 )) || [[ $command == help ]]; then
    found=(help ${(f)"$($tool help 2>/dev/null | sed -n 's/^  \([a-z][a-z-]*\)  *\(.*\)/\1:\2/p')"})
    _describe -t commands command found
    _files
else
    [[ $command != export ]] || found=(${(f)"$($tool help export 2>/dev/null | sed -n 's/^  \([a-z0-9]*\): \(.*\)/\1:\2/p')"})
    _describe -t formats format found
    _files
fi
