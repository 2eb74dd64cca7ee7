"""What is printed to play with: sheets of pieces, boards and mats to be cut out."""
