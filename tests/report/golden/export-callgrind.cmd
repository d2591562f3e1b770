export callgrind merged.instr
