"""How a statement writes what a document holds: 6 as "six", 1/2 as "one-half", $1000 as "$1,000"."""

import re
from fractions import Fraction
from functools import cache

WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
    "twenty",
)
FRACTIONS = {
    Fraction(1, 2): r"1/2|\bone-half\b|\bhalf\b|\b50 percent\b",
    Fraction(1, 4): r"1/4|\bone-quarter\b|\ba quarter\b|\bn/4",
}
ALONE = r"(?<![\d$/.])(?<!\d,){}(?!\d|[,./]\d|%)"


@cache
def find(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def number(value: int | Fraction) -> str:
    """A pattern for a number, written in figures or in words."""
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"(?:{FRACTIONS.get(value, f'{value.numerator}/{value.denominator}')})"
    whole = int(value)
    word = rf"|\b{WORDS[whole]}\b" if 0 <= whole < len(WORDS) else ""
    return rf"(?:{ALONE.format(figures(whole))}{word})"


def money(cents: int) -> str:
    """A pattern for dollars: $5, $5.00, $1,000."""
    whole, part = divmod(cents, 100)
    decimals = r"(?:\.00)?" if part == 0 else rf"\.{part:02d}"
    return rf"\${figures(whole)}{decimals}(?!\d|[,.]\d)"


def figures(whole: int) -> str:
    return f"{whole:,}".replace(",", ",?")


def odds(printed: str) -> str:
    """A pattern for printed odds: "1000 for 1" also as "1,000 for 1", "3 to 2" also as "3:2"."""
    first, sign, second = printed.partition(" to ") if " to " in printed else printed.partition(" for ")
    whole, point, part = first.partition(".")
    amount = figures(int(whole)) + (rf"\.{part}" if point else "")
    short = rf"|(?<![\d.]){amount}:{second}(?!\d)" if sign == " to " else ""
    return rf"(?:(?<![\d.,]){amount}{sign}{second}(?!\d){short})"


def slug(outcome: str) -> str:
    """A pattern for an outcome's name: its parts in order, in figures or in words."""
    parts = []
    for part in outcome.removesuffix("-symbol").replace("usd-", "$").split("-"):
        if part.startswith("$"):
            parts.append(money(int(part[1:]) * 100))
        elif part.isdigit():
            parts.append(number(int(part)))
        else:
            parts.append(rf"\b{part}")
    return r"\W+(?:of |in |the |plus )?".join(parts)


def name(printed: str) -> str:
    """A pattern for a wager's printed name, or for one made from its id."""
    return r"\W*".join(re.findall(r"\w+", printed.replace("'s", "s"))).replace("s", "'?s")


def listing(values: tuple[int, ...]) -> str:
    """A pattern for these numbers and no other: "5, 6 or 8"; "four to eight" where none is left out."""
    *others, last = (number(each) for each in values)
    listed = ", ".join(others) + f" or {last}"
    if list(values) == list(range(values[0], values[-1] + 1)):
        return rf"{listed}|{number(values[0])} to {last}"
    return listed
