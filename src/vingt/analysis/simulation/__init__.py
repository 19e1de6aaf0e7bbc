"""Simulation: rules compiled to lookups, walked by one kernel on every device."""
