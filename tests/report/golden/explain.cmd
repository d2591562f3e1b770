explain waits.instr
