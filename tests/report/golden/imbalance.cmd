imbalance waits.instr
