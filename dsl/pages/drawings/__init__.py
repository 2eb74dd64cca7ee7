"""Drawings (SVG): boards, positions, and what is done there."""
