waiting --csv waiting.instr
