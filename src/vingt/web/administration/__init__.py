"""For administrators: people, tables, limits, submissions of the house's own."""
