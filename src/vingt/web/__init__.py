"""Pages over live tables and analysis; knows no rules."""
