"""From text to tree: lexer, parser, recovery from mistakes; and the diagnostics that every stage gives."""
