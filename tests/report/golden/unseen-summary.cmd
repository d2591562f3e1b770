summary unseen.instr
