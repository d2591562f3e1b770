tree --min=0 --metric=quanta merged.instr
