"""Rules as listings: values, clauses, readings, differences, problems, what a layout shows."""
