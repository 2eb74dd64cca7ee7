"""What sorts, draws, groups and counts: written once, in a part of Python that is read into the IR for machine code."""
