tree --raw --csv rank0.instr
