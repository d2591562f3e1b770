diff --csv --metric=quanta rank0.instr rank2.instr
