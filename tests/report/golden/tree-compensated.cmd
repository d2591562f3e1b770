tree --compensated --csv rank0.instr
