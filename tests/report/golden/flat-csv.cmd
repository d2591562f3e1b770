flat --csv merged.instr
