waiting --by=work rank0.instr
