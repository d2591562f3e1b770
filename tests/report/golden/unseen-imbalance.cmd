imbalance --min=0 unseen.instr
