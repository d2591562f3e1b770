export filter --min=100 merged.instr
