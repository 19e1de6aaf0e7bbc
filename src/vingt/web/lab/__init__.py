"""The lab: a table made in the browser of what its rulebook leaves open, with all that is known of it."""
