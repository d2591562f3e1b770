coverage --csv --require=90 merged.instr
