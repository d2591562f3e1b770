flat --metric=ipc merged.instr
