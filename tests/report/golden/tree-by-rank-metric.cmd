tree --by=rank --min=0 --metric=quanta,rss-peak merged.instr
