export extrap merged.instr rank1.instr rank0.instr
