tree rank0.instr --csv >/dev/full
