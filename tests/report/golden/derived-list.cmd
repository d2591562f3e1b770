flat --by=metric merged.instr
