tree --by=rank merged.instr
