filter merged.instr
