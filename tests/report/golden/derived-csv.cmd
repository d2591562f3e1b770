tree --csv --min=0 --metric=quanta,both,never merged.instr
