"""What a simulation has counted. Counts are whole numbers and add up: any way of cutting a run into parts, on
any device, gives the same sums."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self, TypeVar

Tally = dict[str, int]
SideSquares = tuple[int, int, int]  # net², net × times made, times made²
NOTHING: SideSquares = (0, 0, 0)
Key = TypeVar("Key")


class ShoeControl(NamedTuple):
    """How shoes differ from their first rounds, a fixed number in each: the rounds so counted in all, then
    sums over the shoes of how far net cents and rounds go beyond them, of the squares and the product of
    these two; and shoes that had not cards enough for so many rounds."""

    rounds: int
    net: int
    further: int
    net_squares: int
    products: int
    further_squares: int
    short: int

    def __add__(self, other: tuple[Any, ...]) -> ShoeControl:
        return ShoeControl(*(one + another for one, another in zip(self, other, strict=True)))


BinSums = dict[int, SideSquares]  # count before the deal -> rounds, net cents, their squares


class CountedShoes(NamedTuple):
    """Of shoes, wagered on by the count: net cents, squares, products with rounds, squares of rounds."""

    net: int
    net_squares: int
    products: int
    rounds_squares: int


@dataclass(frozen=True)
class CountedRounds:
    """Rounds by the count before the deal, at one unit on every box: those of the main wager that were
    `watched` only and those that were `played`, and by the name of a side wager those of its own count."""

    shoes: CountedShoes
    bins: dict[str, BinSums]

    def __add__(self, other: CountedRounds) -> CountedRounds:
        bins = {name: dict(each) for name, each in self.bins.items()}
        for name, each in other.bins.items():
            mine = bins.setdefault(name, {})
            for count, sums in each.items():
                mine[count] = tuple_sum(mine.get(count, NOTHING), sums)
        shoes = CountedShoes(*(one + more for one, more in zip(self.shoes, other.shoes, strict=True)))
        return CountedRounds(shoes, bins)

    def as_json(self) -> dict[str, Any]:
        bins = {
            name: {str(count): list(sums) for count, sums in sorted(each.items())}
            for name, each in sorted(self.bins.items())
        }
        return {"shoes": list(self.shoes), "bins": bins}

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> Self:
        bins = {
            str(name): {int(count): (int(a), int(b), int(c)) for count, (a, b, c) in each.items()}
            for name, each in kept["bins"].items()
        }
        return cls(CountedShoes(*map(int, kept["shoes"])), bins)


@dataclass
class Counts:
    """`nets` is how often the main wager of a box, without the super bonus, gained that many cents; `events`
    how often something happened to a hand ("natural", "double", "bonus five-card-21" …); `sides` for each
    side wager how often each outcome came. `shoe_net_sum` and `shoe_net_squares` are of whole shoes, or of
    whole rounds where several boxes share one: their results are not independent. So is `side_squares` of
    each side wager: the squares of what it gained in one (cents), the products of that and how often it was
    made, and the squares of the latter."""

    rounds: int = 0
    shoes: int = 0
    cards: int = 0
    nets: dict[int, int] = field(default_factory=dict)
    events: Tally = field(default_factory=dict)
    sides: dict[str, Tally] = field(default_factory=dict)
    shoe_net_sum: int = 0
    shoe_net_squares: int = 0
    side_squares: dict[str, SideSquares] = field(default_factory=dict)
    control: ShoeControl | None = None
    counted: CountedRounds | None = None

    def __add__(self, other: Self) -> Self:
        sides = {name: dict(tally) for name, tally in self.sides.items()}
        for name, tally in other.sides.items():
            sides[name] = added(sides.get(name, {}), tally)
        return type(self)(
            self.rounds + other.rounds,
            self.shoes + other.shoes,
            self.cards + other.cards,
            added(self.nets, other.nets),
            added(self.events, other.events),
            sides,
            self.shoe_net_sum + other.shoe_net_sum,
            self.shoe_net_squares + other.shoe_net_squares,
            {
                name: tuple_sum(self.side_squares.get(name, NOTHING), other.side_squares.get(name, NOTHING))
                for name in {**self.side_squares, **other.side_squares}
            },
            self.control + other.control if self.control and other.control else self.control or other.control,
            self.counted + other.counted if self.counted and other.counted else self.counted or other.counted,
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "rounds": self.rounds,
            "shoes": self.shoes,
            "cards": self.cards,
            "nets": {str(net): count for net, count in sorted(self.nets.items())},
            "events": dict(sorted(self.events.items())),
            "sides": {name: dict(sorted(tally.items())) for name, tally in sorted(self.sides.items())},
            "shoe_net_sum": self.shoe_net_sum,
            "shoe_net_squares": self.shoe_net_squares,
            "side_squares": {name: list(each) for name, each in sorted(self.side_squares.items())},
            **({"control": list(self.control)} if self.control else {}),
            **({"counted": self.counted.as_json()} if self.counted else {}),
        }

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> Self:
        return cls(
            int(kept["rounds"]),
            int(kept["shoes"]),
            int(kept["cards"]),
            {int(net): int(count) for net, count in kept["nets"].items()},
            {str(name): int(count) for name, count in kept["events"].items()},
            {str(name): {str(k): int(v) for k, v in tally.items()} for name, tally in kept["sides"].items()},
            int(kept["shoe_net_sum"]),
            int(kept["shoe_net_squares"]),
            {
                str(name): (int(each[0]), int(each[1]), int(each[2]))
                for name, each in kept.get("side_squares", {}).items()
            },
            ShoeControl(*map(int, kept["control"])) if "control" in kept else None,
            CountedRounds.of_json(kept["counted"]) if "counted" in kept else None,
        )


def tuple_sum(one: SideSquares, other: SideSquares) -> SideSquares:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def added(one: Mapping[Key, int], other: Mapping[Key, int]) -> dict[Key, int]:
    total = dict(one)
    for key, count in other.items():
        total[key] = total.get(key, 0) + count
    return total
