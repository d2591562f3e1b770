waiting --by=pair waiting.instr
