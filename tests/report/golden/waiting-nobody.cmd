waiting nobody.instr
