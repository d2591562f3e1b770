waiting waiting.instr
