"""What a laboratory asks of a wager besides its lines: volatility, bands, exposure, correlation, counts."""
