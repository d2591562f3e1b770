waiting --by=pair --json waiting.instr
