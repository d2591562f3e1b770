tree --csv --metric=rss-peak merged.instr
