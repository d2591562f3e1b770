flat --metric=quarks merged.instr
