"""Small numbers in words."""

from __future__ import annotations

NUMBER_WORDS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def number_word(number: int) -> str:
    """ "six"; beyond twelve the number itself."""
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else str(number)
