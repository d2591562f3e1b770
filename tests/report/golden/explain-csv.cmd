explain --csv --focus=solve rank0.instr
