"""The pure core: rules, rounds and wagers. Standard library only; no I/O, no clock, no chance."""
