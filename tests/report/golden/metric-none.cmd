flat --metric=quanta waits.instr
