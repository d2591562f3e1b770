diff rank0.instr
