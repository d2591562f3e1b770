waiting --by=site waits.instr
