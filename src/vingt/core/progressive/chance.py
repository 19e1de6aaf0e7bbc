"""Wheels and secret triggers: a whole number, drawn evenly elsewhere, picks one of whole weights."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from math import lcm

from vingt.core.progressive.meter import Band

Weights = Sequence[tuple[str, int]]

# Bonuses that the system draws, by the line that pays them: the option with their rate (reading J-43).
LUCKY_PLAYER, MAGIC_CARD = "lucky-player-bonus", "magic-card-bonus"
RATES = {LUCKY_PLAYER: "lucky_player_rate", MAGIC_CARD: "magic_card_rate"}


def stops(weights: Weights) -> int:
    """How many equally likely points a wheel has."""
    return sum(weight for _, weight in weights)


def stop_at(weights: Weights, point: int) -> str:
    """The symbol at a point from 0 to stops - 1."""
    for symbol, weight in weights:
        if point < weight:
            return symbol
        point -= weight
    raise ValueError("beyond the last stop")


def cent_weights(law: Sequence[Band]) -> list[tuple[Band, int]]:
    """The whole weight of each single cent of a band, so that bands have the weights that are stated."""
    common = lcm(*(high - low for low, high, _ in law))
    return [((low, high, weight), weight * (common // (high - low))) for low, high, weight in law]


def trigger_points(law: Sequence[Band], above: int = 0) -> int:
    """How many equally likely points the triggers above an amount have."""
    return sum(each * max(high - max(low, above), 0) for (low, high, _), each in cent_weights(law))


def trigger_at(law: Sequence[Band], point: int, above: int = 0) -> int:
    """The trigger in cents at a point from 0 to trigger_points - 1: above reset and above what shows, at most
    the maximum. A trigger that shows already would be reached by nobody's contribution (reading J-46)."""
    for (low, high, _), each in cent_weights(law):
        first = max(low, above)
        size = each * max(high - first, 0)
        if point < size:
            return first + 1 + point // each
        point -= size
    raise ValueError("beyond the last trigger")


def commitment(about: Sequence[object], nonce: bytes, result: Sequence[object]) -> str:
    """SHA-256 of lines that say what is committed to, so that it can stand for nothing else."""
    lines = ("vingt draw 1", *map(str, about), nonce.hex(), *map(str, result), "")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
