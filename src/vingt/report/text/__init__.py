"""Pages of text: tables and blocks laid out, for a terminal or a pipe."""
