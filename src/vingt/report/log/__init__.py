"""What a house's log says: its tables, its significant events, its audit."""
