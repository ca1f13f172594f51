"""Tables in memory: the directory, live tables, clocks, presence, publish/subscribe, storage in threads."""
