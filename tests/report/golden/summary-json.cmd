summary --json waits.instr
