waiting --json waiting.instr
