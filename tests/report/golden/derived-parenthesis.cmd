flat --metric=two merged.instr
