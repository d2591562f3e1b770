summary --csv --focus=solve rank0.instr
