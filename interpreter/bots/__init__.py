"""Players who are no persons: at random, or by searching."""
