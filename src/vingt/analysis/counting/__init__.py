"""Counting: effects of removal, counts, indices, and what a wager can lose to them."""
