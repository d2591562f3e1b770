tree --json rank2.instr
