"""A match in one terminal."""
