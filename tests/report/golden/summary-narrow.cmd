merged.instr
