"""Everything that is printed: the pages of every game, of the language, and the site that holds them."""
