nobody.instr
