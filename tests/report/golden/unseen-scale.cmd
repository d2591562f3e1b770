scale unseen.instr waits.instr
