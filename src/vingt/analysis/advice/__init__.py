"""What to do with one hand, and what each choice is worth."""
