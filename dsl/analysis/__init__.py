"""What can be told of a rulebook without playing it: effects, whereabouts of pieces, what can be nothing. No IR."""
