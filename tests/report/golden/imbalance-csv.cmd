imbalance --csv waits.instr
