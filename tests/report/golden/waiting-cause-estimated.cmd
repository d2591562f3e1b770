waiting --by=cause estimated.instr
