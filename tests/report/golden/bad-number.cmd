tree --min=lots
