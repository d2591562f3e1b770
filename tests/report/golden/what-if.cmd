what-if compute=even waiting.instr
