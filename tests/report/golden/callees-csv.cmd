tree --csv --callees=main merged.instr
