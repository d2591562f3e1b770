tree --csv rank2.instr rank0.instr rank1.instr
