"""The few things people can say to each other at a table. Heard for a moment and written down nowhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vingt.core.rounds.refusal import Refusal

PHRASES: Mapping[str, str] = {
    "hello": "Hello!",
    "good_luck": "Good luck!",
    "nice_hand": "Nice hand!",
    "well_played": "Well played!",
    "thank_you": "Thank you!",
    "one_moment": "One moment, please.",
    "sorry": "Sorry!",
    "good_bye": "Good bye!",
}
HEARD = 8_000  # milliseconds
BREATH = 3_000  # between two phrases of one person


class Spoken(NamedTuple):
    person: str
    phrase: str
    at: int


class Talk:
    """What was said at one table lately, the oldest first."""

    def __init__(self) -> None:
        self._spoken: list[Spoken] = []

    def say(self, person: str, phrase: str, now: int) -> Refusal | None:
        if phrase not in PHRASES:
            return Refusal(f"{phrase[:40]!r} is no phrase: {', '.join(PHRASES)}")
        last = max((each.at for each in self._spoken if each.person == person), default=now - BREATH)
        if now - last < BREATH:
            return Refusal(f"one phrase every {BREATH // 1000} seconds")
        self._spoken = [*self.heard(now), Spoken(person, phrase, now)]
        return None

    def heard(self, now: int) -> list[Spoken]:
        return [phrase for phrase in self._spoken if now < phrase.at + HEARD]

    def next_change(self, now: int) -> int | None:
        """When the oldest of what is heard now fades."""
        return min((phrase.at + HEARD for phrase in self.heard(now)), default=None)
