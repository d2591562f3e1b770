waiting threads.instr
