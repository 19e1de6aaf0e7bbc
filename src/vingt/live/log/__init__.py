"""The log: what happened, kept in order, each event bound to the one before it."""
