waiting estimated.instr
