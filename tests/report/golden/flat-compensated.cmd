flat --compensated rank0.instr
