"""What the analysis says when it cannot carry a table."""

from __future__ import annotations


class NotCarried(ValueError):
    """The analysis cannot carry something these rules ask for; the message names it."""

    __module__ = "vingt"
