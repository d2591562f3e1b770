what-if compute=less waiting.instr
