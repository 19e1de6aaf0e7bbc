"""Where a plan is played, and what is handed over to be played there."""
