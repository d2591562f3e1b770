imbalance --min=9 waits.instr
