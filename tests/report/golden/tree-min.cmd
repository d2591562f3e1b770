tree --min=5 --depth=2 merged.instr
