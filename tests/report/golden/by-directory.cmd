tree --by=directory merged.instr
