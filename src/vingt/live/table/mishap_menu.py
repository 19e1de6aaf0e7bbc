"""What can have happened at a table just now, each with the remedy that the rulebook orders: the guided menu
of dealers and floorpersons. Whatever stands in it is asked of `report`: what is here is carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from vingt.core.cards import DECK, Card, card
from vingt.core.cite import Cite
from vingt.core.rounds.decide import decided_by
from vingt.core.rounds.irregularity_words import any_hand, remedy_words
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.live.log import codec
from vingt.live.log import floor_events as f
from vingt.live.log.people_events import RoleName
from vingt.live.table import mishaps as m
from vingt.live.table.commands import CommandFields, Unclear, text_of, whole, whole_or_none, word_of
from vingt.live.table.corrections import MISREAD, correctable
from vingt.live.table.reader import rounds_wait
from vingt.live.table.state import TableState

WHAT_HAPPENED: Mapping[f.MishapName, str] = {
    "unexposed_card": "A card was drawn by mistake, and nobody saw it",
    "unread_card": "A card was drawn by mistake, and nobody saw it or has read it",
    "exposed_card": "A card was drawn by mistake and seen",
    "face_up_card": "A card was found face up in the shoe",
    "dealer_overdraw": "The dealer drew on a hand that must stand",
    "foreign_card": "A card was found that does not belong to these decks",
    "missed_box": "A box with a wager was passed over in the deal",
    "missed_card": "A card that a player asked for was not dealt",
    "dealer_missed_card": "The dealer passed over an own first or second card",
    "wrong_side": "The round is dealt from the wrong side of the shoe",
    "late_wager": "A wager was laid or raised after the betting was closed",
    "withdrawn_wager": "A wager was taken back after the betting was closed",
    "reader_misused_seen": "The card reader was used wrongly, and a player could learn the hole card",
    "reader_misused_unseen": "The card reader was used wrongly, and nobody could learn the hole card",
    "reader_failed": "The card reader does not work",
    "reader_repaired": "The card reader works again, or was replaced",
    "impossible_card": "A card was entered that these decks cannot hold",
    "misread_card": "A card was entered as another than it is",
    "wrong_decks": "The card is really there: these are not the decks they should be",
    "unshuffled_cards": "Cards come out in the order of a new deck",
    "not_shuffled": "The cards were not shuffled",
    "cards_missing": "The count of the shoe is not complete",
}


BOX_MISSED = "irregularity.box_with_one_card"
CORRECTED = "it is taken back, the right card is entered, and what follows from it is decided anew"
BEYOND_RECONSTRUCTION = ", and the cards cannot be reconstructed"


def told(what: f.MishapName, box: int = 0, hand: int = 0) -> str:
    return f"{WHAT_HAPPENED[what]}: {any_hand(box, hand)}" if box else WHAT_HAPPENED[what]


@dataclass(frozen=True, slots=True)
class MishapChoice:
    """One line of the menu: what happened, the facts it has, and what will be ordered by which clause."""

    what: f.MishapName
    words: str
    orders: tuple[str, ...]
    cite: Cite
    box: int = 0
    hand: int = 0
    cards: tuple[Card, ...] = ()  # one of them is to be named
    boxes: tuple[int, ...] = ()  # so is one of these
    places: tuple[tuple[int, str], ...] = ()  # and of these, with a reason: places in the shoe, and words

    def as_json(self) -> dict[str, object]:
        facts = {"box": self.box, "hand": self.hand} if self.box else {}
        asked: dict[str, object] = {"cards": [str(each) for each in self.cards]} if self.cards else {}
        asked |= {"boxes": list(self.boxes)} if self.boxes else {}
        asked |= {"places": [{"at": at, "words": words} for at, words in self.places]} if self.places else {}
        told = {"what": self.what, "words": self.words, "orders": list(self.orders)}
        return {**told, **facts, **asked, **self.cite.as_json()}


def menu(
    rules: TableRules, state: TableState, card_at: codec.CardAt, by: str, role: RoleName
) -> tuple[MishapChoice, ...]:
    """Only what is lawful now, and may be reported by this person."""
    if state.shoe.real:  # nobody knows the next card, and the menu names none
        card_at = stand_in(rules)
    choices = []
    for mishap in candidates(state):
        if not isinstance(m.report(rules, state, mishap, card_at, by, role), Refusal):
            real = isinstance(mishap, m.CardDrawn) and state.shoe.real
            cards = tuple(dict.fromkeys(rules.cards.shoe)) if real else ()  # which it was is to be said
            choices.append(choice_of(rules, state, mishap, card_at, cards))
    for late in (True, False):
        touched = [m.WagerTouched(box, late) for box in range(1, rules.box_count + 1)]
        lawful = [
            each
            for each in touched
            if not isinstance(m.report(rules, state, each, card_at, by, role), Refusal)
        ]
        if lawful:  # one line, and which box it was is to be said
            choice = choice_of(rules, state, lawful[0], card_at)
            boxes = tuple(each.box for each in lawful)
            choices.append(replace(choice, words=told(choice.what), box=0, boxes=boxes))
    strays = [each for each in DECK if not refused_stray(rules, state, each, card_at, by, role)]
    if strays:
        choice = choice_of(rules, state, m.ForeignCardFound(strays[0]), card_at, tuple(strays))
        choices.append(choice)
    return (*choices, *misread(rules, state, by, role))


def misread(rules: TableRules, state: TableState, by: str, role: RoleName) -> Iterator[MishapChoice]:
    """Which of the cards that were entered last, and what lies there, is to be said."""
    places = tuple(correctable(rules, state))
    if places and not m.not_to_report(rules, state, m.CardMisread(0, DECK[0], ""), by, role):
        words, cards = WHAT_HAPPENED["misread_card"], tuple(dict.fromkeys(rules.cards.shoe))
        yield MishapChoice("misread_card", words, (CORRECTED,), MISREAD, cards=cards, places=places)


def stand_in(rules: TableRules) -> codec.CardAt:
    return lambda _: rules.cards.shoe[0]


def refused_stray(
    rules: TableRules, state: TableState, stray: Card, card_at: codec.CardAt, by: str, role: RoleName
) -> bool:
    return isinstance(m.report(rules, state, m.ForeignCardFound(stray), card_at, by, role), Refusal)


def candidates(state: TableState) -> Iterator[m.Mishap]:
    """All but foreign cards, which are of many ranks."""
    yield m.CardUnread()
    yield m.CardDrawn("unexposed")
    yield m.CardDrawn("exposed")
    yield m.CardDrawn("face_up")
    yield m.CardDrawn("overdraw")
    for box in state.round.boxes:
        yield m.BoxMissed(box.number)
        for at in range(len(box.hands)):
            yield m.CardMissed(box.number, at)
    yield m.DealerCardMissed()
    yield m.WrongSide()
    yield m.DecksWrong()
    yield m.CardsNotShuffled()
    yield m.ReaderMisused(seen=True)
    yield m.ReaderMisused(seen=False)
    yield m.ReaderFailed()
    yield m.ReaderRepaired()


def choice_of(
    rules: TableRules,
    state: TableState,
    mishap: m.Mishap,
    card_at: codec.CardAt,
    cards: tuple[Card, ...] = (),
) -> MishapChoice:
    what, box, hand = m.name_of(mishap), getattr(mishap, "box", 0), getattr(mishap, "hand", 0)
    orders, cite = ordered(rules, state, mishap, card_at)
    misdeal = isinstance(mishap, m.BoxMissed | m.DealerCardMissed)
    beyond = BEYOND_RECONSTRUCTION if misdeal and m.needs_floorperson(rules, mishap) else ""
    return MishapChoice(what, told(what, box, hand) + beyond, orders, cite, box, hand, cards)


def ordered(
    rules: TableRules, state: TableState, mishap: m.Mishap, card_at: codec.CardAt
) -> tuple[tuple[str, ...], Cite]:
    """The remedy in words. No card is named: who looks into the menu has not drawn it."""
    if isinstance(mishap, m.ReaderFailed) and not state.round_open:
        waits = "no round begins before the card reader works"
        without = "rounds are dealt without the card reader until it works"
        return (waits if rounds_wait(rules) else without,), rules.cite("irregularity.reader_failure")
    command = m.command_of(rules, state, mishap, card_at)
    assert not isinstance(command, Refusal)
    events = decided_by(rules, state.round, command)
    if isinstance(events, Refusal):  # a reader that is repaired when no round is stopped
        return ("rounds are dealt with it again",), rules.cite("irregularity.reader_failure")
    remedies = [
        (words, getattr(event, "cite", Cite()))
        for event in events
        if (words := remedy_words(event, lambda _: "the card")) is not None
    ]
    cites = [cite for _, cite in remedies if cite]
    asks = isinstance(mishap, m.CardMissed | m.BoxMissed)  # a question carries no clause of its own
    missed = rules.cite("irregularity.missed_drawn_card" if isinstance(mishap, m.CardMissed) else BOX_MISSED)
    return tuple(words for words, _ in remedies), cites[-1] if cites else missed if asks else Cite()


# -- as a form or a message says it ------------------------------------------------------------------------


def card_named(fields: CommandFields) -> Card:
    try:
        return card(word_of(fields, "card", ""))
    except (ValueError, KeyError):
        raise Unclear("card must be a card, such as 10h") from None


def card_or_none(fields: CommandFields) -> Card | None:
    return card_named(fields) if fields.get("card") else None


READERS: Mapping[f.MishapName, Callable[[CommandFields], m.Mishap]] = {
    "unexposed_card": lambda fields: m.CardDrawn("unexposed", card_or_none(fields)),
    "unread_card": lambda _: m.CardUnread(),
    "exposed_card": lambda fields: m.CardDrawn("exposed", card_or_none(fields)),
    "face_up_card": lambda fields: m.CardDrawn("face_up", card_or_none(fields)),
    "dealer_overdraw": lambda fields: m.CardDrawn("overdraw", card_or_none(fields)),
    "misread_card": lambda fields: m.CardMisread(
        whole(fields, "at"), card_named(fields), text_of(fields, "why")
    ),
    "wrong_decks": lambda _: m.DecksWrong(),
    "not_shuffled": lambda _: m.CardsNotShuffled(),
    "foreign_card": lambda fields: m.ForeignCardFound(card_named(fields)),
    "missed_box": lambda fields: m.BoxMissed(whole(fields, "box")),
    "missed_card": lambda fields: m.CardMissed(whole(fields, "box"), whole_or_none(fields, "hand") or 0),
    "dealer_missed_card": lambda _: m.DealerCardMissed(),
    "wrong_side": lambda _: m.WrongSide(),
    "late_wager": lambda fields: m.WagerTouched(whole(fields, "box"), late=True),
    "withdrawn_wager": lambda fields: m.WagerTouched(whole(fields, "box"), late=False),
    "reader_misused_seen": lambda _: m.ReaderMisused(seen=True),
    "reader_misused_unseen": lambda _: m.ReaderMisused(seen=False),
    "reader_failed": lambda _: m.ReaderFailed(),
    "reader_repaired": lambda _: m.ReaderRepaired(),
}


def read_mishap(fields: CommandFields) -> m.Mishap | Refusal:
    """{"what": "missed_card", "box": 3, "hand": 0}"""
    for what, reader in READERS.items():
        if fields.get("what") == what:
            try:
                return reader(fields)
            except Unclear as error:
                return Refusal(f"{what}: {error}")
    return Refusal(f"what happened is one of {', '.join(READERS)}")
