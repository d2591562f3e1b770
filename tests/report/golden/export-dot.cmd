export dot merged.instr
