"""Strategies as people call them."""

from __future__ import annotations

STRATEGIES = {
    "composition": "composition: best play by the exact cards of the hand",
    "chart": "chart: the best chart by total, number of cards, pairs and bonus patterns",
}


def strategy_words(named: str) -> str:
    """One of ours, or the chart in a file of that name."""
    return STRATEGIES.get(named, f"the chart in {named}")
