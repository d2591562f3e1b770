flat --sort=calls --min=0 --csv rank0.instr
