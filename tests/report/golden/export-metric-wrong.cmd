export callgrind --metric=quanta merged.instr
