waiting --by=cause --csv waiting.instr
