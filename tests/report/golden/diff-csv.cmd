diff --csv rank0.instr rank2.instr
