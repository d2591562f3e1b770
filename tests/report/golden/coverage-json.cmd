coverage --json rank0.instr
