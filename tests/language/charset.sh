# charset.sh - a source that is not in UTF-8: the preprocessor converts it, and nothing may do so once more.

printf '#include <stdio.h>\nstatic int th\351(void) { return puts("caf\351") < 0; }\nint main(void) { return th\351(); } /* \351 */\n' >source.c
for options in -finput-charset=latin1 "-finput-charset=latin1 -fexec-charset=latin1 -Wall -Wextra"; do
    gcc $options -o plain source.c && ./plain >plain.out
    instr-cc gcc $options -o program source.c 2>messages && INSTR_OUTPUT=run.instr ./program >program.out
    [ ! -s messages ] || fail "$options: $(head -n 1 messages)"
    cmp plain.out program.out || fail "$options: other output"
    instr-report coverage --csv run.instr | grep -q '^main,.*,called,' || fail "$options: main is not in the profile"
    instr-report coverage --csv run.instr | grep -q '^thé,.*,called,' || fail "$options: another name than thé"
    rm run.instr
done
