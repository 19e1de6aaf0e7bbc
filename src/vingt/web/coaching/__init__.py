"""The coach's parts: decisions and what they are worth, the record of them, drills and reviews."""
