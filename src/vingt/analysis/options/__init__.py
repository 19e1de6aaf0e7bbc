"""What a table would hold if one rule were another."""
