"""States: how they are run, read, compared and kept."""
