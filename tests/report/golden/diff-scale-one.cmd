diff --scale merged.instr
