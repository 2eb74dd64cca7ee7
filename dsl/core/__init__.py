"""Desugaring: what is said at length or in short becomes what is carried out."""
