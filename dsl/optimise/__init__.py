"""Passes from IR to IR that find a cheaper way to the same."""
