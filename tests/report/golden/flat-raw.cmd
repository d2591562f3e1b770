flat --raw rank0.instr
