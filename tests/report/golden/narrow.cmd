tree merged.instr
