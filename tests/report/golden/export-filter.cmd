export filter merged.instr
