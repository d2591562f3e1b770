tree --by=rank --metric=both merged.instr
