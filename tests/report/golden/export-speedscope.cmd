export speedscope merged.instr
