tree damaged.bin
