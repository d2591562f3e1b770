tree --calers=main merged.instr
