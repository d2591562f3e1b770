ranks --metric=both merged.instr
