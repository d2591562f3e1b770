ranks merged.instr
