flat --sort=first --min=0 merged.instr
