imbalance rank0.instr
