"""English: its patterns, and how its nouns and verbs go."""
