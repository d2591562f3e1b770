summary waiting.instr
