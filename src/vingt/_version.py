"""The version, apart from `vingt` itself: what is below the front door must not come in by it."""

__version__ = "0.2.0"
