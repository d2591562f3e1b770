export folded --metric=quanta merged.instr
