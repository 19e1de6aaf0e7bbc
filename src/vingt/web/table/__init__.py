"""The page of a table: drawn, acted at, pushed to; and the sheets that belong to it."""
