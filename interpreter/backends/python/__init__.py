"""The Python back end."""
