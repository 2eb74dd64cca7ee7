"""Sentences for people: built without a language (`forms`), put into words by the realiser of one.

What is said of each part of a rulebook is asked of `speech`. Each sort of sentence has a module that makes its form
(`statements`, `conditions`, `nouns`, `definitions`, `box` …: functions in the tables of `scope`), and `realiser` turns
forms into words with the patterns of a language. Beyond one sentence: `coordination` and `repeats` join several,
`persons` and `turns` find who is "you", `references` leads to other parts.
"""
