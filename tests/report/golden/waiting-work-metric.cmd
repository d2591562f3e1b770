waiting --by=work --metric=quanta merged.instr
