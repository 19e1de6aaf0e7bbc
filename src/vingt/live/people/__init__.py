"""Who is here, and how they show it."""
