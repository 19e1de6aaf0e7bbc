"""The house edge: what it is made of and what each choice is worth."""
