"""The native back end: the same IR as machine code, by way of LLVM, where the extra `native` is installed."""
