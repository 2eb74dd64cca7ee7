"""Reference cards: what stands on them, for whom, and what there is room for."""
