"""What each reader may know of a position, and how it is told."""
