"""The pages that all rulebooks share: the language, its shapes, and how long descriptions are."""
