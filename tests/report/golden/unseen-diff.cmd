diff --min=0 unseen.instr waits.instr
