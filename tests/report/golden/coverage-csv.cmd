coverage --csv merged.instr
