scale merged.instr
