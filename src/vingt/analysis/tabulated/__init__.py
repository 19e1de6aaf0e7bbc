"""What both roads ask of the engine: rights, what finished hands get, the dealer's hands."""
