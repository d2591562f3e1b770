metrics merged.instr
