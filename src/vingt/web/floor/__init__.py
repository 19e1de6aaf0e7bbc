"""For dealers and floorpersons: the tables, the dealing, what went wrong, the day's win."""
