"""Walks over boards: straight, branching and turning ones, and what happens along them."""
