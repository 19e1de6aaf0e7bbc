"""What players add to a shuffle: when a seed may be given, and by whom."""

from __future__ import annotations

from vingt.core.rounds.refusal import Refusal
from vingt.core.shoe.state import ShoeState
from vingt.live.log.events import SeedGiven
from vingt.live.table.state import TableState

SEED_MOST = 64  # characters


def seeds_open(state: TableState, shoe: ShoeState) -> bool:
    """Between the commitment and the first card: the house can choose no more, nobody has seen anything."""
    shuffled = shoe.stage not in ("none", "opened") and not shoe.from_discards
    return not shoe.real and shuffled and not shoe.dealt and not (state.round_open and not state.betting)


def give_seed(state: TableState, person: str, text: str) -> tuple[SeedGiven, ...] | Refusal:
    """For every side of the shoe that takes one from this person still."""
    if not state.held_by(person):
        return Refusal("who holds a box may add a seed to the shuffle")
    if state.shoe.real:
        return Refusal("real cards are shuffled by hands: no seed is mixed in")
    shuffled = [side for side in state.shoe.sides if seeds_open(state, side)]
    if not shuffled:
        return Refusal("a seed is given after the cards are shuffled and before the first card comes out")
    mixed = [side for side in shuffled if all(seed.person != person for seed in side.seeds)]
    if not mixed:
        return Refusal("you have given a seed to this shoe: it is fixed")
    if not 0 < len(text) <= SEED_MOST or not text.isprintable():
        return Refusal(f"a seed has 1 to {SEED_MOST} characters that can be printed")
    return tuple(SeedGiven(side.number, person, text) for side in mixed)
