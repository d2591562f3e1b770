waiting --by=pair waits.instr
