diff --scale merged.instr rank0.instr
