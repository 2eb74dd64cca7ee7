"""Boards: shapes, what follows from them, and how they are drawn in text."""
