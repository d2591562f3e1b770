waiting --by=work --csv waits.instr
