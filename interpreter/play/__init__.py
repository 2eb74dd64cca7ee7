"""Matches: decisions, options, answers, and why an answer is none."""
