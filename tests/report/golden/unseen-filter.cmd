export filter --min=0 unseen.instr
