"""Sentences for people: built without a language (`forms`), put into words by the realiser of one."""
