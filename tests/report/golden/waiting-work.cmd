waiting --by=work waits.instr
