"""A table explained to who has never seen it: what differs, what wins, what each wager is about."""
