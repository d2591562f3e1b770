diff --min=0 --metric=quanta rank0.instr rank2.instr
