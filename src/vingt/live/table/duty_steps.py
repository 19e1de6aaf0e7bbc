"""What each duty of the dealer is where a person deals, step by step: what hands do before it, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from vingt.core.cite import Cite
from vingt.core.rounds.place_words import place_of
from vingt.core.rounds.procedure import CardDue, next_step
from vingt.core.rounds.state import COMMUNITY
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import double_shoe
from vingt.core.shoe import procedure as shoe
from vingt.core.shoe.state import ShoeState
from vingt.live.log import events as t
from vingt.live.table import checklist, decks
from vingt.live.table.checklist import DEALER, FLOOR, PLAYER, ChecklistItem, unsigned
from vingt.live.table.dealer_step import Asks, DealerStep
from vingt.live.table.dealing import RECEIVE, side_words
from vingt.live.table.duty import Deed, Duty
from vingt.live.table.progressive_steps import START_ROUND, paying, spinning, terminal_steps
from vingt.live.table.state import TableState

TURN, COUNT = "turn_hole_card", "count_shoe"
CLOSE_BETTING, READ_HOLE_CARD = "Close the betting", "Read the hole card"
BURN_BEFORE_ROUND = "Burn a card before the round"
IDLE_WORDS = {"spread_face_down": " face down, or face up for a player who asks"}


def signing(state: TableState, item: ChecklistItem, deed: Duty | None = None) -> DealerStep:
    """An item, for those who have yet to sign it; its last signature may complete a deed."""
    missing = unsigned(state.dealing, item)
    who = (*missing, *FLOOR) if missing == PLAYER else missing
    completes = deed if missing == DEALER else None  # who signs it last does it, and that is the dealer's
    real = state.dealing.mode == "scanned" and item.step == RECEIVE and "dealer" in missing
    return DealerStep(item.id, item.words, item.cite, who, item=item, deed=completes, reads_decks=real)


def shuffling(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    items = decks.shuffling(rules, state, now)
    for at, item in enumerate(items, 1):
        if unsigned(state.dealing, item):
            return signing(state, item, due if at == len(items) else None)
    device = rules.shoe.shuffler == "continuous"
    words = "The shuffler mixes the cards, and counts them" if device else "Shuffle the cards"
    return DealerStep("shuffle", words, shoe.shuffle_cite(rules), deed=due)


def preparing(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    """The stack is offered to be cut; then cover card, shoe and burned card, one after the other."""
    if state.shoe.stage == "shuffled" and shoe.is_cut(rules):
        offer = shoe.offered(rules, state.shoe, state.company, *shoe.cut_limits(rules, state.shoe.cards))
        if offer is None:
            cite = rules.cite("shoe.cut_declined", "shoe.cut_from_end")
            return DealerStep("offer_cut", "Cut the cards: no player does", cite, deed=due)
        return DealerStep("offer_cut", f"Offer the cut to {place_of(offer.box)}", offer.cite, deed=due)
    return loading(rules, state)


LOADING: Mapping[str, tuple[str, str]] = {
    t.CoverCardPlaced.kind: ("place_cover_card", "Insert the cover card"),
    t.ShoeLoaded.kind: ("load_shoe", "Put the stack into"),
    t.CardsBurned.kind: ("burn", "Burn the first card"),
}


def loading(rules: TableRules, state: TableState) -> DealerStep | None:
    for item in decks.before_loading(rules) if state.shoe.stage == "cut" else ():
        if unsigned(state.dealing, item):
            return signing(state, item)
    for event in shoe.still_to_load(rules, state.shoe):
        words = loading_words(rules, event, state.shoe.side)
        return DealerStep(LOADING[event.kind][0], words, getattr(event, "cite", Cite()), event=event)
    return None


def loading_words(rules: TableRules, event: t.ShoeEvent, side: t.ShoeSide | None) -> str:
    _, words = LOADING[event.kind]
    if isinstance(event, t.ShoeLoaded) and rules.shoe.shuffler == "continuous":
        words = "Cards come again from"
    if not isinstance(event, t.ShoeLoaded):
        return words
    if rules.variant.dealt_by_hand:
        return "Take the cards into the hand"
    return f"{words} the {side} side of the shoe" if side is not None else f"{words} the shoe"


def starting(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    """Nothing of the round before lies on the layout, and the decks may still be dealt from."""
    if step := loading(rules, state) or collecting(rules, state):
        return step
    if (worn := decks.worn_side(rules, state, now)) is not None:
        return retiring(rules, worn)
    return DealerStep("start_round", "Open the betting", rules.cite("wagering.main_wager_required"), deed=due)


def retiring(rules: TableRules, worn: ShoeState) -> DealerStep:
    cite = decks.deck_life_cite(rules)
    ended = t.ShoeEnded(worn.number, "decks_retired", worn.out, cite)
    which = f"the decks{of_side(worn)}"
    return DealerStep("retire_decks", f"Take {which} out of play: their time is over", cite, event=ended)


ENDING: Mapping[t.ShoeEnd, str] = {
    "every_round": "Give the cards of the round back to the shuffler",
    "void_round": "Take all cards together, to be shuffled again",
    "decks_retired": "Take the decks out of play",
}


def ending(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    ends = shoe.ends_after_round(rules, state.shoe)
    otherwise = "irregularity.shuffler_failure" if state.dealing.shuffler_stopped else "shoe.cover_card_ends"
    cite = ends[0].cite if ends else rules.cite(otherwise)
    if ends and (words := ENDING.get(ends[0].why)) is not None:
        return collecting(rules, state) or DealerStep("end_shoe", words, cite, deed=due)
    ended = [state.shoe.numbered(each.shoe) for each in ends]
    rests = [f"the rest{of_side(each)}{and_segregated(each)}" for each in ended if each.side is not None]
    words = f"Put {' and '.join(rests) or 'the rest of the shoe'} into the discard rack"
    return collecting(rules, state) or DealerStep("end_shoe", words, cite, deed=due)


def of_side(each: ShoeState) -> str:
    return f" of the {side_words(each.side)}" if each.side is not None else ""


def and_segregated(each: ShoeState) -> str:
    """The cards apart go with those of their side (MD-BJ 7.E(2))."""
    return ", and what lies in its segregated area," if each.segregated else ""


def idling(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    cite = rules.cite("shoe.idle_table")
    how = IDLE_WORDS.get(rules.shoe.idle_table or "", "")
    words = f"Nobody plays: spread the cards{how}"
    return collecting(rules, state) or DealerStep("spread_cards", words, cite, deed=due)


def collecting(rules: TableRules, state: TableState) -> DealerStep | None:
    for item in checklist.collection(rules, state):
        if unsigned(state.dealing, item):
            return signing(state, item)
    return None


def dealt(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    if step := loading(rules, state):
        return step
    card = next_step(rules, state.round)
    assert isinstance(card, CardDue)
    asks: Asks = ""
    if state.shoe.real and state.shoe.held is None:
        asks = "card" if card.face_up or card.box else "hole_card"
    words = deal_words(card) + (f", from the {side_words(state.shoe.side)}" if state.shoe.side else "")
    if (drawn := state.shoe.determinant) is not None and state.shoe.held == t.Place(drawn.shoe, drawn.at):
        words = given_words(card)
    return DealerStep("deal", words, deal_cite(rules, state, card), deed=due, asks=asks)


def turning(rules: TableRules, state: TableState) -> DealerStep:
    cite = rules.cite("dealer.second_card")
    if state.shoe.real:
        return DealerStep(TURN, "Turn the hole card and enter it", cite, asks="card")
    return DealerStep(TURN, "Turn the hole card", cite)


def counting(rules: TableRules, counted: ShoeState) -> DealerStep:
    which = "all the cards" if counted.from_discards else "the cards that were not seen"
    cite = rules.cite("shoe.cover_card_ends", "cards.decks")
    number = f"shoe {counted.uncounted}{of_side(counted)}"
    return DealerStep(COUNT, f"Count {number}: enter {which}", cite, asks="count")


def deal_words(due: CardDue) -> str:
    if due.box == COMMUNITY:
        return f"Deal a community card, for {place_of(due.box)}"
    face = "" if due.face_up else ", face down"
    hand = f", hand {due.hand + 1}" if due.hand else ""
    return f"Deal a card to {place_of(due.box)}{hand}{face}"


def given_words(due: CardDue) -> str:
    """Of the determinant card, which is the first player's first card."""
    return f"Give the determinant card to {place_of(due.box)}"


def deal_cite(rules: TableRules, state: TableState, due: CardDue) -> Cite:
    if due.box == COMMUNITY:
        return rules.cite("variant.electronic_community_cards")
    if due.box:
        return rules.cite("deal.direction" if state.round.stage == "deal" else "deal.drawn_cards")
    if state.round.hole is None:
        return rules.cite("dealer.second_card" if state.round.dealer else "deal.dealer_first_card")
    return rules.cite("dealer.stands_on_hard", "dealer.soft17")


def closing(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    if start := next((step for step in terminal_steps(rules, state) if step.id == START_ROUND), None):
        return replace(start, due=True)
    unhurried = replace(due, clock=None)
    return DealerStep("close_betting", CLOSE_BETTING, rules.cite("wagering.locks_at"), deed=unhurried)


def checking(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    cite = rules.cite("dealer.checked_up_cards")
    asks: Asks = "reader" if state.shoe.real else ""
    return DealerStep("check_hole_card", READ_HOLE_CARD, cite, deed=due, asks=asks)


def refilling(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    items = decks.shuffling_discards(rules, state)
    for at, item in enumerate(items, 1):
        if unsigned(state.dealing, item):
            return signing(state, item, due if at == len(items) else None)
    if state.dealing.shuffler_stopped:
        cite, words = rules.cite("irregularity.shuffler_failure"), "shuffles all other cards again"
        return DealerStep("shuffle_discards", f"The device goes on, and {words}", cite, deed=due)
    cite = rules.cite("irregularity.shoe_runs_short")
    return DealerStep("shuffle_discards", "The shoe is empty: shuffle the discards", cite, deed=due)


def burning_from_discards(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    cite = rules.cite("irregularity.shoe_runs_short_burns")
    asks: Asks = "card" if state.shoe.real else ""
    words = "Burn the first of the shuffled discards"
    return DealerStep("burn_from_discards", words, cite, deed=due, asks=asks)


def burning_before_round(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    cite = shoe.burn_cite(rules, "round")
    return DealerStep("burn_before_round", BURN_BEFORE_ROUND, cite, deed=due)


def drawing_determinant(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    side = double_shoe.drawing(rules, state.shoe)
    words, cite = determinant_words(side), determinant_cite(rules)
    asks: Asks = "card" if side.real and side.held is None else ""
    return DealerStep("draw_determinant", words, cite, deed=due, asks=asks)


def determinant_words(side: ShoeState) -> str:
    return f"Draw the determinant card from the {side_words(side.side)}"


def determinant_cite(rules: TableRules) -> Cite:
    return rules.cite("variant.shoe", "variant.double_shoe_drawn_from")


def voiding(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    return DealerStep("void_round", "Call the round void: it cannot go on", Cite(), deed=due)


def waiting(rules: TableRules, state: TableState, due: Duty, now: int) -> DealerStep | None:
    """A player is asked; see `other_steps` for who is away."""
    return None


STEPS: Mapping[Deed, Callable[[TableRules, TableState, Duty, int], DealerStep | None]] = {
    "answer": waiting,
    "burn_before_round": burning_before_round,
    "burn_from_discards": burning_from_discards,
    "check": checking,
    "close_betting": closing,
    "cut": waiting,
    "deal": dealt,
    "draw_determinant": drawing_determinant,
    "end_idle_shoe": idling,
    "end_shoe": ending,
    "prepare": preparing,
    "pay_claim": paying,
    "refill": refilling,
    "shuffle": shuffling,
    "spin_wheel": spinning,
    "start_round": starting,
    "void": voiding,
}
