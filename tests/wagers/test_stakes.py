"""Who may stake how much on a side wager, asked of the engine at every sample table that offers it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.progressive.tables import meters_of
from tests.progressive.tables import table as filed
from tests.proof import clause
from vingt.core.rounds import command as c
from vingt.core.rounds.decide import advance
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState, new_round
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

NOT_ABOVE_MAIN = {("ma-pontoon-21", "match-super-bonus")}  # MA-P21 6(b)
EXACT = {  # in cents, as these samples file them
    ("md-pontoon-21", "bonus-spin"): (5_00,),
    ("md-pontoon-21", "bonus-spin-xtreme"): (5_00,),
    ("ma-pontoon-21", "bonus-spin-xtreme-16"): (5_00,),
    ("md-blackjack", "hit-and-run"): (1_00,),
    ("md-blackjack", "super-4"): (1_00,),
    ("md-blackjack", "must-hit"): (0,),
    ("md-players-edge-21", "monster-match"): (1_00,),
}
# Wagers that no sample offers, and how much may be staked where a submission names no amount (J-8).
RATES = "bad_beat_magic_card_rate = 0\nbad_beat_lucky_player_rate = 0"
SUITS, SEVENS = ("star", "spade", "heart", "diamond"), ("mega", "major", "minor")
WHEEL = '[wagers.bonus-spin]\npaytable = "{}"\nprize = 10000\n[wagers.bonus-spin.wheel]\njackpot-symbol = 1\n'
NOT_IN_SAMPLES = {
    ("md-blackjack", "bonus-spin A"): (WHEEL.format("A"), (1_00, 5_00)),
    ("md-blackjack", "bonus-spin C"): (WHEEL.format("C"), (5_00,)),
    ("md-blackjack", "bad-beat"): (meters_of("bad-beat", "only", 5000, stake=None, more=RATES), (1_00,)),
    ("md-blackjack", "hit-and-run"): (meters_of("hit-and-run", "only", 1000, stake=None), (1_00,)),
    ("md-blackjack", "21-plus-3"): (meters_of("21-plus-3", "A", 2000, stake=None), (1_00,)),
    ("md-blackjack", "blazing-7s"): (meters_of("blazing-7s", "A", 10000, *SEVENS, stake=None), (5_00,)),
    ("md-blackjack", "super-4 A"): (meters_of("super-4", "A", 10000, stake=None), (5_00,)),
    ("md-blackjack", "super-4 B"): (meters_of("super-4", "B", 50000, stake=None), (5_00,)),
    ("md-blackjack", "super-4 C"): (meters_of("super-4", "C", 50000, stake=None), (5_00,)),
    ("md-blackjack", "super-4 D"): (meters_of("super-4", "D", 50000, *SUITS, stake=None), (5_00,)),
}
BESIDE_ANOTHERS_WAGER = {("mbs-pontoon", "pair")}  # MBS-P 3.5.2


def offers() -> Iterator[Any]:
    """Each wager laid before the deal, at the first sample that offers it."""
    seen: set[tuple[str, str]] = set()
    for rulebook in library.RULEBOOKS:
        for name in library.samples(rulebook):
            for wager in library.table_rules(f"{rulebook}/{name}").wagers:
                if wager.placed != "before_deal" or wager.rides_on or (rulebook, wager.id) in seen:
                    continue
                seen.add((rulebook, wager.id))
                marks = clause(*wager.main_wager_cite.clauses, *wager.stake.cite.clauses)
                yield pytest.param(f"{rulebook}/{name}", wager.id, id=f"{rulebook} {wager.id}", marks=marks)
    for rulebook, name in NOT_IN_SAMPLES:
        given = library.load(rulebook).wagers[name.split()[0]]
        marks = clause(*given.main_wager.cite.clauses, *given.stake.cite.clauses)
        yield pytest.param(f"{rulebook}/not in samples", name, id=f"{rulebook} {name}", marks=marks)


def placed(rules: TableRules, state: RoundState, command: c.PlaceWager) -> RoundState | Refusal:
    advanced = advance(rules, state, command)
    return advanced if isinstance(advanced, Refusal) else advanced[0]


def laid(rules: TableRules, wager: OfferedWager) -> RoundState:
    """Ann's main wager on box 1, with what the side wager must lie beside."""
    state = placed(rules, new_round(), c.PlaceWager("ann", 1, rules.wagering.minimum))
    companion = str(dict(wager.options).get("companion", "none"))
    if companion != "none":
        beside = rules.wager(companion)
        assert beside is not None
        assert isinstance(state, RoundState)
        state = placed(rules, state, c.PlaceWager("ann", 1, least(beside), companion))
    assert isinstance(state, RoundState)
    return state


def least(wager: OfferedWager) -> int:
    return wager.stake.exact[0] if wager.stake.exact else wager.stake.minimum or 0


@pytest.mark.parametrize(("table", "name"), list(offers()))
def test_who_may_stake_how_much(table: str, name: str) -> None:
    text, exact = NOT_IN_SAMPLES.get((table.partition("/")[0], name), ("", ()))
    by_sample = not table.endswith("/not in samples")
    rules = library.table_rules(table) if by_sample else filed(table.partition("/")[0], text)[2]
    name = name.split()[0]
    wager = rules.wager(name)
    assert wager is not None
    state = laid(rules, wager)
    assert wager.stake.exact == (EXACT.get((rules.rulebook, name), ()) if by_sample else exact)
    if not least(wager):
        return  # it takes no chips
    key = (rules.rulebook, name)
    assert isinstance(placed(rules, state, c.PlaceWager("ann", 1, least(wager), name)), RoundState)
    below = placed(rules, state, c.PlaceWager("ann", 1, least(wager) - rules.wagering.chip_unit, name))
    assert isinstance(below, Refusal)
    stranger = placed(rules, state, c.PlaceWager("bob", 1, least(wager), name))
    assert isinstance(stranger, RoundState) is (key in BESIDE_ANOTHERS_WAGER), stranger
    if not wager.stake.exact:
        above = placed(rules, state, c.PlaceWager("ann", 1, rules.wagering.minimum + 500, name))
        assert isinstance(above, Refusal) is (key in NOT_ABOVE_MAIN), above
