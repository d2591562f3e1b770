threads.instr
