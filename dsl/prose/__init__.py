"""What is said of each part of a rulebook: language-neutral sentences, and their words in one language."""
