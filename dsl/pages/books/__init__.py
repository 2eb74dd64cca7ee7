"""Books on paper: learn-to-play, rules reference, reference cards and sheets as documents of Typst, from blocks."""
