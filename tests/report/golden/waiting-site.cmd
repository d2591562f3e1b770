waiting --by=site waiting.instr
