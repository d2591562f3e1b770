waiting --by=work --min=0 unseen.instr
