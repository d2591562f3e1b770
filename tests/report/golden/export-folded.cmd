export folded merged.instr
