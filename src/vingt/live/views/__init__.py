"""What each person may see and do at a table."""
