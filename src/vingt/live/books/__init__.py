"""What is derived from the log: audit, replay, rounds found again, heads, exports."""
