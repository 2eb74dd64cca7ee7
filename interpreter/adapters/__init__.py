"""Rulebooks for programs that play and learn games: each module needs the extra that has its name."""
