ranks --csv --depth=1 merged.instr
