metrics --csv merged.instr
