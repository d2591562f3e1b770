flat --depth=1 merged.instr
