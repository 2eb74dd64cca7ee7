"""Learn to play: the pages from which somebody learns a game, as one tree of blocks that every form is written from."""
