"""The front end: a rulebook's text becomes a checked model, the intermediate representation, and documents."""
