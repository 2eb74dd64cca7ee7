"""The rules reference: numbered rules, and what they say of one another."""
