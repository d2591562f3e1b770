tree --callees=main merged.instr
