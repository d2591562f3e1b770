export dot unseen.instr
