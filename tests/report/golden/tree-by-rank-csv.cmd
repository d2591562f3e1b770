tree --by=rank --csv --depth=1 merged.instr
