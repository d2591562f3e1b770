flat --min=0 --metric=quanta-a-call,both,never,quanta-a-second merged.instr
