export firefox merged.instr
