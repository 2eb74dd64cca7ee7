"""The intermediate representation: a small, closed, typed language between the rules and the back ends."""
