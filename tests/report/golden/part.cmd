tree --rank=2 --focus=solve --hide=tiny merged.instr
