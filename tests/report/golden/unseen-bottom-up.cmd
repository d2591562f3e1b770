tree --bottom-up unseen.instr
