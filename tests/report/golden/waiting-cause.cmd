waiting --by=cause waiting.instr
