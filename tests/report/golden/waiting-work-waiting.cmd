waiting --by=work waiting.instr
