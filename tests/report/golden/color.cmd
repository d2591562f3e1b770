tree --color=always rank2.instr
