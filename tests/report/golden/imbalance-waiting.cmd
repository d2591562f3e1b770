imbalance waiting.instr
