flat --by=metric --csv merged.instr
