"""What every command shares: what it is given, how it prints, writes, waits and fails."""
