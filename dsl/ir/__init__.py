"""The intermediate representation (IR): `nodes`, the `program` made of them, their walker, checker and printer."""
