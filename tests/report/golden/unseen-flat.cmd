flat unseen.instr
