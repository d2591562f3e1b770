export lcov merged.instr
