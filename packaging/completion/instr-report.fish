# fish completion of instr-report and instr-tune: commands, and the options of each. They are those that the tool lists itself.
function __instr_help --description 'PATTERN [COMMAND]: what help lists, a name and what it is for'
    set -l words (commandline -opc)
    $words[1] help $argv[2..-1] 2>/dev/null | string replace -rf $argv[1] '$1\t$2'
end
function __instr_options
    set -l words (commandline -opc)
    set -l command (string match -v -- '-*' $words[2..-1])[1]
    if test -z "$command"; and string match -q '*report' $words[1]
        set command summary
    end
    __instr_help '^  (--[a-z-]*=?)\S* *(.*)' $command
end
for tool in instr-report instr-tune
    complete -c $tool -n '__fish_use_subcommand; or __fish_seen_subcommand_from help' -a "(__instr_help '^  ([a-z][a-z-]*)  +(.*)')"
    complete -c $tool -n '__fish_seen_subcommand_from export' -a "(__instr_help '^  ([a-z0-9]*): (.*)' export)"
    complete -c $tool -n 'string match -q -- "-*" (commandline -ct)' -a '(__instr_options)'
end
