"""The procedure of the shoe, as `TableRules` order it: what is done next with the cards, by whom, under which
clause. Chance, and the orders themselves, are outside."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState
from vingt.core.rules.procedure import CitedItem
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.cut_order import Company, after_declining, first_cutter, next_counterclockwise
from vingt.core.shoe.event import (
    DEALER_CUTS,
    BurnedFor,
    CardsBurned,
    CoverCardOut,
    CoverCardPlaced,
    CutDeclined,
    CutMade,
    CutOffered,
    RecutOrdered,
    ShoeEnd,
    ShoeEnded,
    ShoeEvent,
    ShoeLoaded,
    ShoeOpened,
    ShoeSide,
)
from vingt.core.shoe.state import ShoeState


class WrongCards(Exception):
    """The cards are not those of the rulebook: nothing may be dealt from them."""


def open_shoe(
    rules: TableRules, state: ShoeState, cards: Sequence[Card], discards: bool = False
) -> ShoeOpened:
    """The cards counted and verified; the opening's steps are for new decks: a table's first ones,
    and those that take the place of retired ones."""
    expected = Counter(rules.cards.shoe)
    counts = Counter(cards)
    if counts - expected or (not discards and counts != expected):
        raise WrongCards(f"{len(cards)} cards are not the {expected.total()} of {rules.title}")
    steps = rules.opening.steps if state.fresh_decks else ()
    cite = rules.cite("cards.decks", "cards.removed_ranks")
    if discards:
        cite = rules.cite("irregularity.shoe_runs_short")
    return ShoeOpened(
        state.newest + 1, rules.cards.decks, len(cards), steps, cite, discards, side_opened(rules, state)
    )


def side_opened(rules: TableRules, state: ShoeState) -> ShoeSide | None:
    """Of a double shoe, the side whose cards are stacked now; the left one is the first."""
    return (state.side or "left") if rules.variant.has_determinant else None


def shuffle_cite(rules: TableRules) -> Cite:
    """What orders the shuffle, and what lets the stack go uncut where it does."""
    cite = rules.cite("shoe.shuffler", "shoe.shuffle_procedure")
    if rules.shoe.shuffler == "continuous":
        return cite + rules.cite("shoe.continuous_shuffler_waives")
    return cite if is_cut(rules) else cite + rules.cite("shoe.machine_shuffled_cards_are_cut")


def shuffle_steps(rules: TableRules) -> tuple[CitedItem, ...]:
    """What the automatic dealer's shuffle stands for; the cut is an event of its own."""
    return tuple(step for step in rules.shoe.shuffle_steps if step.what != "cut")


def is_cut(rules: TableRules) -> bool:
    """A continuous shuffler leaves no stack to cut; a batch shuffler's is cut where the rules say so."""
    if rules.shoe.shuffler == "continuous":
        return False
    return rules.shoe.shuffler == "manual" or rules.shoe.machine_shuffled_cards_are_cut


def cut_limits(rules: TableRules, size: int) -> tuple[int, int]:
    """The fewest and the most cards that may lie above the cover card, both included."""
    written = re.fullmatch(r"(\d+) (card|deck)s?", rules.shoe.cut_from_end or "1 card")
    if written is None:
        raise ValueError(f'cut_from_end = "{rules.shoe.cut_from_end}": write "10 cards" or "1 deck"')
    deck = len(rules.cards.shoe) // rules.cards.decks
    least = int(written[1]) * (deck if written[2] == "deck" else 1)
    if least > size - least:  # a rest too small to be cut as ordered is cut in its middle
        return size // 2, size // 2
    return least, size - least


def behind_cover_card(rules: TableRules, size: int) -> int:
    assert rules.shoe.cover_card_from_back is not None
    return cards_behind(rules.shoe.cover_card_from_back, size)


def cards_behind(part: Fraction, size: int) -> int:
    """At least the ordered part of the stack: a fraction of a card is a card (readings I-125, J-13)."""
    return math.ceil(part * size)


def next_events(
    rules: TableRules, state: ShoeState, company: Company, dealer_cuts_at: Callable[[int, int], int]
) -> list[ShoeEvent]:
    """What follows for a shuffled shoe; empty when a person must answer, or when cards can be dealt."""
    match state.stage:
        case "shuffled":
            if not is_cut(rules):
                return loaded(rules, state)
            least, most = cut_limits(rules, state.cards)
            offer = offered(rules, state, company, least, most)
            return [offer] if offer else [dealer_cut(rules, state, dealer_cuts_at(least, most))]
        case "cut":
            return loaded(rules, state)
        case _:
            return []


def offered(
    rules: TableRules, state: ShoeState, company: Company, least: int, most: int
) -> CutOffered | None:
    last = seat_of(company, state.cutter) if state.recut else None
    cutter: tuple[int, str, Cite] | None
    if last is not None and state.cut_offered is None:
        box, person = last
        chosen = next_counterclockwise(company, box, (person,)) if state.recut_to_next else last
        cutter = (*chosen, rules.cite("shoe.recut_before")) if chosen is not None else None
    elif state.cut_offered is None:
        start = state.shoes_of_game == 1 and not state.from_discards
        cutter = first_cutter(
            rules, company, start, state.shoes_of_game, state.ended_by, state.last_cover_card_box
        )
    else:
        cutter = after_declining(rules, company, state.cut_offered.box, state.declined)
    if cutter is None:
        return None
    box, person, cite = cutter
    return CutOffered(state.number, person, box, least, most, cite + rules.cite("shoe.cut_from_end"))


def decline_cut(rules: TableRules, state: ShoeState, person: str) -> CutDeclined | Refusal:
    if state.stage != "offered" or state.cut_offered is None or state.cut_offered.person != person:
        return Refusal("the cut is not offered to you", rules.cite("shoe.cut_declined"))
    cite = rules.cite("shoe.cut_declined")
    return CutDeclined(state.number, person, state.cut_offered.box, cite)


def make_cut(rules: TableRules, state: ShoeState, person: str, place: int) -> CutMade | Refusal:
    if state.stage != "offered" or state.cut_offered is None or state.cut_offered.person != person:
        return Refusal("the cut is not offered to you", rules.cite("shoe.cut_declined"))
    offer, cite = state.cut_offered, rules.cite("shoe.cut_from_end")
    if not offer.least <= place <= offer.most:
        return Refusal(f"cut between {offer.least} and {offer.most} cards from the top", cite)
    return CutMade(state.number, person, altogether(state, place), cite)


def dealer_cut(rules: TableRules, state: ShoeState, place: int) -> CutMade:
    cite = rules.cite("shoe.cut_declined", "shoe.cut_from_end")
    return CutMade(state.number, DEALER_CUTS, altogether(state, place), cite)


def altogether(state: ShoeState, place: int) -> int:
    """How many cards have gone from the top to the bottom, should the stack be cut here."""
    return (state.cut + place) % state.cards if state.recut else place


def seat_of(company: Company, person: str | None) -> tuple[int, str] | None:
    return next(((box, who) for box, who in company.from_the_right if who == person), None)


def order_recut(
    rules: TableRules, state: ShoeState, by: str, *, to_next: bool = False
) -> RecutOrdered | None:
    """The last cutter cuts again, or the next who is entitled to; None outside the window for it."""
    before_first_card = rules.shoe.recut_before == "first_card" and state.loaded and not state.out
    if (
        not is_cut(rules)
        or rules.shoe.recut_before is None
        or not (state.stage == "cut" or before_first_card)
    ):
        return None
    return RecutOrdered(state.number, by, rules.cite("shoe.recut_before"), to_next)


def loaded(rules: TableRules, state: ShoeState) -> list[ShoeEvent]:
    """The cover card goes in, the stack into the shoe, the first cards out to the discard rack."""
    events: list[ShoeEvent] = []
    continuous = rules.shoe.shuffler == "continuous"
    if not continuous and not state.from_discards and rules.shoe.cover_card_from_back is not None:
        after = state.cards - behind_cover_card(rules, state.cards)
        events.append(CoverCardPlaced(state.number, after, rules.cite("shoe.cover_card_from_back")))
    count = rules.shoe.burn_on_load
    if rules.variant.has_determinant:
        count = 0  # a determinant card is drawn instead (MD-BJ 7.C)
    if state.from_discards or (continuous and not state.fresh_decks):
        count = 0  # `ReportShoeEmpty` burns; a continuous shuffler only at its first load (reading I-129)
    events.append(ShoeLoaded(state.number))
    if count:
        events.append(CardsBurned(state.number, 0, count, "load", burn_cite(rules, "load")))
    return events


def still_to_load(rules: TableRules, state: ShoeState) -> list[ShoeEvent]:
    """What of loading the cut stack has not happened yet: for whoever does one thing after the other."""
    if state.stage not in ("shuffled", "cut", "ready") or state.out:
        return []
    placed = state.cover_card_after is not None
    return [
        event
        for event in loaded(rules, state)
        if not (isinstance(event, CoverCardPlaced) and placed)
        and not (isinstance(event, ShoeLoaded) and state.loaded)
    ]


def burn_cite(rules: TableRules, why: BurnedFor) -> Cite:
    path = {
        "load": "shoe.burn_on_load",
        "dealer_change": "shoe.burn_on_dealer_change",
        "round": "variant.hand_dealt_burn_before_round",
    }
    return rules.cite(path.get(why, "irregularity.shoe_runs_short_burns"), "shoe.burn_face")


def change_dealer(rules: TableRules, state: ShoeState) -> CardsBurned | None:
    """What an incoming dealer burns before dealing; None where the rules ask for nothing."""
    count = min(rules.shoe.burn_on_dealer_change, state.cards - state.out)
    if not state.loaded or not count or rules.variant.has_determinant:
        return None
    return CardsBurned(state.number, state.out, count, "dealer_change", burn_cite(rules, "dealer_change"))


def burn_before_round(rules: TableRules, state: ShoeState) -> CardsBurned | None:
    """What is burned before the first card of a round; None where the rules ask for nothing."""
    count = min(rules.variant.burned_before_round, state.cards - state.out)
    if not state.loaded or not count:
        return None
    return CardsBurned(state.number, state.out, count, "round", burn_cite(rules, "round"))


def cover_card(rules: TableRules, state: ShoeState, box: int) -> CoverCardOut | None:
    """The cover card, if it lies before the next card that is drawn: for `box`, or 0 the dealer."""
    if state.cover_card_after is None or state.cover_card_out or state.out < state.cover_card_after:
        return None
    return CoverCardOut(state.number, box, rules.cite("shoe.cover_card_ends"))


def end_after_round(rules: TableRules, state: ShoeState) -> ShoeEnded | None:
    """Whether the shoe ends now that the round is over: the cards are shuffled before the next one. Of a
    double shoe each side ends by itself (MD-BJ 7.E(2))."""
    return next(iter(ends_after_round(rules, state)), None)


def ends_after_round(rules: TableRules, state: ShoeState) -> tuple[ShoeEnded, ...]:
    return tuple(ended for side in state.sides if (ended := side_ends(rules, side)) is not None)


def side_ends(rules: TableRules, state: ShoeState) -> ShoeEnded | None:
    if not state.loaded:
        return None
    if state.withdrawn is not None:
        return end(rules, state, "decks_retired" if state.withdrawn.fate == "retire_decks" else "void_round")
    if state.cover_card_out:
        return end(rules, state, "cover_card")
    if rules.shoe.shuffler == "continuous":
        untouched = state.side is not None and not state.out  # the side that the round did not come from
        return None if untouched else end(rules, state, "every_round")
    if rules.variant.rounds_per_shuffle is not None and state.rounds >= rules.variant.rounds_per_shuffle:
        return end(rules, state, "rounds_dealt")
    stopped = state.ended_by == "shuffler_stopped"
    return end(rules, state, "shuffler_stopped" if stopped else "ran_short") if state.from_discards else None


def end(rules: TableRules, state: ShoeState, why: ShoeEnd) -> ShoeEnded:
    if why == "history_lost":  # no rulebook knows of it
        return ShoeEnded(state.number, why, state.out, Cite())
    if why in ("void_round", "decks_retired"):  # the clause is that of what went wrong
        cite = state.withdrawn.cite if state.withdrawn is not None else Cite()
        return ShoeEnded(state.number, why, state.out, cite)
    path = {
        "every_round": "shoe.shuffler",
        "rounds_dealt": "variant.hand_dealt_rounds_per_shuffle",
        "ran_short": "irregularity.shoe_runs_short",
        "shuffler_stopped": "irregularity.shuffler_failure",
        "idle": "shoe.idle_table",
    }
    return ShoeEnded(state.number, why, state.out, rules.cite(path.get(why, "shoe.cover_card_ends")))


def all_end(rules: TableRules, state: ShoeState, why: ShoeEnd) -> tuple[ShoeEnded, ...]:
    """Every stack of cards that there is, for one reason."""
    return tuple(end(rules, side, why) for side in state.sides if side.stage != "none")


def end_when_idle(rules: TableRules, state: ShoeState) -> tuple[ShoeEnded, ...]:
    """The table is open and nobody is there: the cards are spread, and shuffled for whoever comes first."""
    return tuple(ended for side in state.sides if (ended := side_idles(rules, side)) is not None)


def side_idles(rules: TableRules, state: ShoeState) -> ShoeEnded | None:
    if state.stage == "none" or rules.shoe.idle_table is None:
        return None
    if state.withdrawn is not None:
        return side_ends(rules, state)
    if rules.shoe.shuffler == "continuous":
        waived = {f"{rules.cites_as} {clause}" for clause in rules.shoe.continuous_shuffler_waives}
        if waived.intersection(rules.cite("shoe.idle_table").clauses):
            return None
    return end(rules, state, "idle")


def discard_rack(
    out_of_shoe: Sequence[Card], layout: RoundState, state: ShoeState | None = None
) -> tuple[Card, ...]:
    """What came out of the shoe and lies no more on the layout: decided hands are gone (reading I-11), burned
    and discarded cards are in the rack (I-133, I-139). Community cards lie there as long as the round. Of a
    double shoe it is the side in play's (J-66), its segregated cards among them; a card of the other side may
    lie there by mistake."""
    waiting = (card for card in (layout.held_card, layout.exposed) if card is not None)
    lying = Counter((*layout.dealer, *layout.community, *waiting))
    for _, _, hand in layout.hands():
        if hand.live:
            lying.update((*hand.own_cards, *(card for card in hand.unseen if card is not None)))
    if state is not None and (drawn := state.determinant) is not None and drawn.side != state.side:
        lying -= Counter([drawn.card] if drawn.side == drawn.drawn_from else [])
    rack = []
    for card in out_of_shoe:
        if lying[card]:
            lying[card] -= 1
        else:
            rack.append(card)
    return tuple(rack)


def rack_size(rules: TableRules, layout: RoundState, state: ShoeState) -> int:
    """How many cards lie in it; a hole card that nobody has seen lies on the layout."""
    return len(discard_rack(rules.cards.shoe, layout, state)) - layout.hole_unseen
