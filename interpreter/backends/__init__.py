"""From suspended IR to what a machine runs: Python source, or machine code by way of LLVM."""
