waiting rank0.instr
