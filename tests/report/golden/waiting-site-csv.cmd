waiting --by=site --csv waiting.instr
