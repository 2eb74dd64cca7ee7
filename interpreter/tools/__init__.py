"""What is found out about rulebooks by playing them: simulation, coverage, mutation, traces."""
