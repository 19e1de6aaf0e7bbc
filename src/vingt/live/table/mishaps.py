"""What goes wrong with the cards at a live table, as a dealer or floorperson reports it. A card of the shoe
comes from its order: who reports it need not know it, and cannot choose it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, assert_never

from vingt.core.cards import Card
from vingt.core.rounds import command as c
from vingt.core.rounds.decide import advance, decided_by
from vingt.core.rounds.missed_cards import card_missing
from vingt.core.rounds.procedure import CardDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import double_shoe
from vingt.core.shoe.procedure import cover_card
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log.people_events import RoleName
from vingt.live.log.store import NewEvent
from vingt.live.table.duty import determinant_due
from vingt.live.table.evolve import evolve
from vingt.live.table.state import TableState


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card came out of the shoe that was nobody's: drawn by mistake and seen or not, found face up, or
    drawn by a dealer who had to stand."""

    how: Literal["unexposed", "exposed", "face_up", "overdraw"]
    card: Card | None = None  # of a real shoe; else its order says which it was


@dataclass(frozen=True, slots=True)
class CardUnread:
    """A real card came out by mistake, nobody saw it, and no device has read it: it is the next card, which
    is entered when it is dealt."""


@dataclass(frozen=True, slots=True)
class CardMisread:
    """A real card was entered as another than it is: `at` is its place in the shoe, `card` what it is."""

    at: int
    card: Card
    why: str


@dataclass(frozen=True, slots=True)
class ForeignCardFound:
    """A card that is none of these decks: it has no place in the order of the shoe."""

    card: Card


@dataclass(frozen=True, slots=True)
class DecksWrong:
    """The card that was entered and refused is really there: the decks are not what they should be."""


@dataclass(frozen=True, slots=True)
class CardsNotShuffled:
    """Cards came out in the order of a new deck, and a floorperson has found that they were not shuffled."""


@dataclass(frozen=True, slots=True)
class BoxMissed:
    """A box with a wager was passed over in the deal."""

    box: int


@dataclass(frozen=True, slots=True)
class CardMissed:
    """A card that was asked for has not been dealt."""

    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True)
class DealerCardMissed:
    """The dealer passed over an own first or second card."""


@dataclass(frozen=True, slots=True)
class WrongSide:
    """The round comes from the other side of a double shoe than its determinant card says."""


@dataclass(frozen=True, slots=True)
class WagerTouched:
    """A wager was laid or raised (`late`), or taken back, after the betting was closed."""

    box: int
    late: bool


@dataclass(frozen=True, slots=True)
class ReaderMisused:
    """The card reader was used though the up card does not ask for it; `seen`: the hole card could be."""

    seen: bool


@dataclass(frozen=True, slots=True)
class ReaderFailed:
    pass


@dataclass(frozen=True, slots=True)
class ReaderRepaired:
    """Or replaced."""


Mishap = (
    CardDrawn
    | CardUnread
    | CardMisread
    | ForeignCardFound
    | DecksWrong
    | CardsNotShuffled
    | BoxMissed
    | CardMissed
    | DealerCardMissed
    | WrongSide
    | WagerTouched
    | ReaderMisused
    | ReaderFailed
    | ReaderRepaired
)
FLOOR_ONLY = CardMisread | ForeignCardFound | DecksWrong | CardsNotShuffled | ReaderRepaired
DRAWN: dict[str, f.MishapName] = {
    "unexposed": "unexposed_card",
    "exposed": "exposed_card",
    "face_up": "face_up_card",
    "overdraw": "dealer_overdraw",
}


def name_of(mishap: Mishap) -> f.MishapName:
    match mishap:
        case CardDrawn(how):
            return DRAWN[how]
        case CardUnread():
            return "unread_card"
        case CardMisread():
            return "misread_card"
        case ForeignCardFound():
            return "foreign_card"
        case DecksWrong():
            return "wrong_decks"
        case CardsNotShuffled():
            return "not_shuffled"
        case BoxMissed():
            return "missed_box"
        case CardMissed():
            return "missed_card"
        case DealerCardMissed():
            return "dealer_missed_card"
        case WrongSide():
            return "wrong_side"
        case WagerTouched(_, late):
            return "late_wager" if late else "withdrawn_wager"
        case ReaderMisused(seen):
            return "reader_misused_seen" if seen else "reader_misused_unseen"
        case ReaderFailed():
            return "reader_failed"
        case ReaderRepaired():
            return "reader_repaired"
        case _:
            assert_never(mishap)


def needs_floorperson(rules: TableRules, mishap: Mishap) -> bool:
    """A foreign card is removed by a floorperson (MD-P21 13.C, MA-P21 15(b)), who decides where the rulebook
    leaves it to the floor (reading I-147): whether the cards of a misdeal can be reconstructed, too."""
    rule = rules.irregularity
    match mishap:
        case CardMissed():
            return rule.missed_drawn_card == "floor_decision"
        case BoxMissed():
            return "reconstruct_or_void" in (rule.box_without_cards, rule.box_with_one_card)
        case DealerCardMissed():
            return rule.dealer_missed_own_card == "reconstruct_or_void"
        case _:
            return isinstance(mishap, FLOOR_ONLY)


def not_to_report(
    rules: TableRules, state: TableState, mishap: Mishap, by: str, role: RoleName
) -> Refusal | None:
    """Why this person does not say so."""
    if state.wagered(by) and state.round_open:
        return Refusal("who has wagers in this round does not judge it: call another floorperson")
    if role == "dealer" and state.dealing.dealer and state.dealing.dealer != by:
        return Refusal("who deals here, or a floorperson, says what happened")
    if role == "dealer" and needs_floorperson(rules, mishap):
        return Refusal("this needs a floorperson")
    return None


def report(
    rules: TableRules,
    state: TableState,
    mishap: Mishap,
    card_at: codec.CardAt,
    by: str,
    role: RoleName = "floorperson",
) -> list[NewEvent] | Refusal:
    """What is stored of it, with the remedy that the rulebook orders."""
    if refused := not_to_report(rules, state, mishap, by, role):
        return refused
    said = f.IrregularityReported(
        state.irregularities_told + 1,
        name_of(mishap),
        by,
        role,
        getattr(mishap, "box", 0),
        getattr(mishap, "hand", 0),
    )
    remedy = remedied(rules, state, mishap, card_at, by)
    return remedy if isinstance(remedy, Refusal) else [codec.new(said, actor=by), *remedy]


def remedied(
    rules: TableRules, state: TableState, mishap: Mishap, card_at: codec.CardAt, by: str
) -> list[NewEvent] | Refusal:
    if isinstance(mishap, ReaderRepaired) and state.reader_down and not state.round.suspended:
        return []  # the round goes on without it, or is over: the next one may begin
    turned: list[NewEvent] = []
    if isinstance(mishap, CardDrawn) and determinant_due(rules, state):
        if mishap.how != "face_up":
            return Refusal("a card that is drawn now is the determinant card", rules.cite("variant.shoe"))
        side = double_shoe.turned_for_determinant(rules, state.shoe)
        state, turned = evolve(state, side), [codec.new(side, actor=by)]
    command = command_of(rules, state, mishap, card_at)
    if isinstance(command, Refusal):
        return command
    waits = isinstance(mishap, ReaderFailed) and not state.round_open  # no round begins before it works
    if waits or isinstance(mishap, CardUnread):
        judged = decided_by(rules, state.round, command)
        return judged if isinstance(judged, Refusal) else []
    advanced = advance(rules, state.round, command)
    if isinstance(advanced, Refusal):
        return advanced
    drawn = isinstance(mishap, CardDrawn)
    places = [place] if drawn and (place := state.shoe.next_in_shoe) is not None else []
    events = [codec.new(each, places, actor=by) for each in (t.Commanded(command), *advanced[1])]
    if isinstance(mishap, WrongSide):
        corrected = double_shoe.corrected(rules, state.shoe)
        return corrected if isinstance(corrected, Refusal) else [*events, codec.new(corrected, actor=by)]
    due = next_step(rules, state.round)
    cover = cover_card(rules, state.shoe, due.box if isinstance(due, CardDue) else 0) if drawn else None
    return [*turned, *([codec.new(cover, actor=by)] if cover is not None else []), *events]


def command_of(
    rules: TableRules, state: TableState, mishap: Mishap, card_at: codec.CardAt
) -> c.Command | Refusal:
    """The engine's own command."""
    match mishap:
        case CardDrawn() | CardUnread():
            place = state.shoe.next_in_shoe
            if not state.round_open and not cards_lie(state):
                return Refusal("the cards of the round are gone, and no other has begun")
            if place is None or not state.shoe.loaded:
                return Refusal("no card is left in the shoe")
            if isinstance(mishap, CardUnread):
                return unread(rules, state)
            if state.shoe.held is not None and state.round.held_card is None and mishap.how != "face_up":
                return Refusal("the determinant card is the next card: deal it first")
            return drawn_command(mishap, card_at(place))
        case CardMisread():
            return Refusal("only a card that was entered can have been entered wrongly")
        case ForeignCardFound(card):
            return c.ReportStrayCard(card)
        case DecksWrong():
            refused = state.shoe.refused
            if refused is None or refused.why != "one_too_many":
                return Refusal("no card was entered that these decks cannot hold")
            return c.ReportWrongDecks(refused.card)
        case CardsNotShuffled():
            refused = state.shoe.refused
            if refused is None or refused.why != "deck_order":
                return Refusal("no cards came out in the order of a new deck")
            return c.ReportUnshuffledCards()
        case BoxMissed(box):
            return c.ReportMissedBox(box)
        case CardMissed(box, hand):
            by_floor = rules.irregularity.missed_drawn_card == "floor_decision"
            if by_floor and card_missing(state.round, box, hand):
                return c.VoidRound("a drawn card was missed")
            return c.ReportMissedCard(box, hand)
        case DealerCardMissed():
            return c.ReportDealerMissedCard()
        case WrongSide():
            if determinant_due(rules, state):
                return Refusal("no card has been dealt", rules.cite("variant.shoe"))
            return c.ReportWrongSide()
        case WagerTouched(box, late):
            return c.ReportTouchedWager(box, late)
        case ReaderMisused(seen):
            return c.ReportReaderMisuse(seen)
        case ReaderFailed():
            if state.reader_down:
                return Refusal("the card reader is out of order already")
            return c.ReportReaderFailure()
        case ReaderRepaired():
            return c.ReportReaderRepaired()
        case _:
            assert_never(mishap)


def unread(rules: TableRules, state: TableState) -> c.Command | Refusal:
    """What the engine is asked about it, with any card in its place."""
    if not state.shoe.real:
        return Refusal("the house knows every card of its shoes")
    if rules.irregularity.unexposed_extra_card != "next_card":
        cite = rules.cite("irregularity.unexposed_extra_card")
        return Refusal("it leaves the game, and is read before", cite)
    return c.ReportExtraCard(rules.cards.shoe[0], exposed=False)


def cards_lie(state: TableState) -> bool:
    """Whether the round that is over still lies there: not picked up by who deals, nor before a new shoe."""
    played = state.in_every_round is not None
    return played and (state.dealing.automatic or state.dealing.uncollected)


def drawn_command(mishap: CardDrawn, card: Card) -> c.Command:
    match mishap.how:
        case "unexposed" | "exposed":
            return c.ReportExtraCard(card, exposed=mishap.how == "exposed")
        case "face_up":
            return c.ReportFaceUpCard(card)
        case "overdraw":
            return c.ReportDealerOverdraw(card)
