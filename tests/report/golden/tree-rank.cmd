tree rank0.instr
