waiting --by=work --min=9 waits.instr
