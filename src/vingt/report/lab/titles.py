"""What the parts of the lab are called, on its pages and on paper."""

from __future__ import annotations

TITLES = {
    "packet": "The packet",
    "compare": "Two tables side by side",
    "running": "A simulation, running",
    "worth": "What one change costs",
    "wagers": "Side wagers",
    "day": "What the table wins a day",
    "edge": "House edge, taken apart",
    "strategy": "Best play",
    "law": "How results are spread",
    "cloth": "The layout",
}
SHORT = {  # the same where there is little room
    "packet": "Packet",
    "compare": "Side by side",
    "running": "Simulation",
    "worth": "One change",
    "wagers": "Side wagers",
    "day": "A day",
    "edge": "Edge",
    "strategy": "Best play",
    "law": "Results",
    "cloth": "Layout",
}
