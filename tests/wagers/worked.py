"""Wagers worked by hand (examples.toml), and wagers offered without a whole submission."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vingt.analysis.exact.side.cases import Case, as_printed
from vingt.core.cards import card, cards
from vingt.core.money import cents
from vingt.core.rules.offered_wager import OfferedWager, Stake
from vingt.core.wagers.facts import Facts
from vingt.rulebook import library

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Deal:
    """One worked deal: what is seen, the line it makes, what that pays on the stake."""

    rulebook: str
    wager: str
    paytable: str
    decks: int
    facts: Facts
    outcome: str
    stake: int
    net: int
    claim: str
    cites: tuple[str, ...]
    why: str

    @property
    def name(self) -> str:
        return f"{self.rulebook} {self.wager} {self.paytable}: {self.outcome}, {self.why}"


def deals() -> Iterator[Deal]:
    for sheet in tomllib.loads((HERE / "examples.toml").read_text("utf-8"))["sheet"]:
        prefix = library.inventory(sheet["rulebook"]).prefix
        for raw in sheet["deals"]:
            yield Deal(
                rulebook=sheet["rulebook"],
                wager=sheet["wager"],
                paytable=sheet["paytable"],
                decks=sheet["decks"],
                facts=facts_of(raw),
                outcome=raw["outcome"],
                stake=cents(sheet["stake"]),
                net=cents(raw["net"]),
                claim=raw.get("claim", ""),
                cites=tuple(f"{prefix} {each}" for each in raw["cites"]),
                why=raw["why"],
            )


def facts_of(raw: Mapping[str, Any]) -> Facts:
    return Facts(
        player=cards(raw["player"]),
        up=card(raw["up"]),
        hole=card(raw["hole"]) if "hole" in raw else None,
        dealer=cards(raw["dealer"]) if "dealer" in raw else None,
        finished=tuple(cards(each) for each in raw["finished"]) if "finished" in raw else None,
        companion_stake=cents(raw.get("companion", 0)),
    )


def see(player: str, shown: str = "5d", **more: Any) -> Facts:
    """Facts from text: the player's first cards, the up card and, where known, the hole card."""
    seen = cards(shown)
    return Facts(cards(player), seen[0], seen[1] if len(seen) > 1 else None, **more)


def offer(
    rulebook: str, wager: str, paytable: str | None = None, decks: int = 6, **words: Any
) -> OfferedWager:
    """A wager as some table could offer it; `words` are choices by the submission's keys."""
    return offered(as_printed(library.load(rulebook), wager, paytable, decks, words=words))


def offered(case: Case) -> OfferedWager:
    wager = case.wager
    return OfferedWager(
        id=wager.id,
        name=wager.name,
        evaluator=wager.evaluator,
        settles=wager.settles.resolved(),
        main_wager=wager.main_wager.resolved(),
        main_wager_cite=wager.main_wager.cite,
        needs=wager.needs,
        rides_on=wager.rides_on,
        stake=Stake((), None, None, False, wager.stake.cite),
        paytable=case.paytable,
        community=None,
        options=tuple(sorted(case.options.items())),
        meters=(),
        wheel=(),
        prize=None,
        payout_cap=None,
        capped_lines=(),
        cite=wager.cite,
        placed=wager.placed.resolved(),
    )
