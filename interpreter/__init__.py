"""The back end: the intermediate representation becomes positions, decisions, matches, views and simulations."""
