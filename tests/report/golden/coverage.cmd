coverage merged.instr
