export folded -o /dev/full merged.instr
