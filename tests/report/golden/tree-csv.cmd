tree --csv merged.instr
