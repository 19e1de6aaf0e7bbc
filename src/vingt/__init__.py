"""Casino rulebooks of the 21 family that run: check, deal, compute, simulate, explain."""

__version__ = "0.1.0"
