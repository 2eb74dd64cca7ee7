"""The suspension pass, from IR to IR: `suspension` is the pass, the other modules are its parts."""
