flat --metric=one merged.instr
