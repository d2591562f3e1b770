tree unseen.instr
