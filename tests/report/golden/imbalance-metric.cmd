imbalance --metric=quanta merged.instr
