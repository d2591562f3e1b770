diff waiting.instr estimated.instr
