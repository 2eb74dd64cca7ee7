"""What can be told of the rules without playing them."""
