"""The house: its tables at work, its start, its backups, its administrators."""
