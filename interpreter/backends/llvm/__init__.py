"""The native back end: the same IR as machine code, by way of LLVM, where the extra `native` is installed.

Text is written from the inside out: `expressions` (sums, comparisons, sets), `functions` (statements), `module` (one
text of a code), `program` (with all that is called with it), `library` (what all back ends share). `objects` compiles
and keeps it, `machine` runs it, `loading` says why there is none. Whole games are played by `playing` and `stepper`;
through which words Python speaks with them, `protocol` says.
"""
