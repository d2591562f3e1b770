diff --scale --csv merged.instr rank1.instr
