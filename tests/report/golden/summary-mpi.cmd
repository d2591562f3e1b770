summary waits.instr
