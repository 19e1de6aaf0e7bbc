"""The default tables, as the figures of all later parts presume them."""

from collections.abc import Iterator

from vingt.core.rules.document import Document
from vingt.core.rules.resolve import NotAllowed, resolve
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook.library import sample, samples

EVERYWHERE = {
    "boxes.per_player": 3,
    "wagering.minimum": 5_00,
    "wagering.maximum": 1000_00,
    "wagering.chip_unit": 50,
    "settlement.procedure": "one_pass",
    "settlement.direction": "counterclockwise",
}
FREE_ACES = {"split.aces_hands_max": 4, "split.aces_draw": True, "split.aces_double": True}
ONE_CARD_ACES = {"split.aces_hands_max": 2, "split.aces_draw": False, "split.aces_double": False}

# What the default submission of each rulebook comes to.
EXPECTED: dict[str, dict[str, object]] = {
    "md-pontoon-21": {"cards.decks": 6, "boxes.seats": 8, "split.hands_max": 4, **FREE_ACES},
    "ma-pontoon-21": {
        **{"cards.decks": 6, "boxes.seats": 7, "split.hands_max": 4, **FREE_ACES},
        "dealer.second_card": "hole_reader",
    },
    "mbs-pontoon": {
        **{"cards.decks": 8, "boxes.seats": 7, "split.hands_max": 4, **ONE_CARD_ACES},
        "wagering.minimum": 10_00,
    },
    "md-blackjack": {
        **{"cards.decks": 6, "boxes.seats": 7, "split.hands_max": 4, **FREE_ACES, "split.aces_hands_max": 2},
        "dealer.soft17": "H17",
        "pays.natural": "3 to 2",
        "double.after_split": True,
        "surrender.offered": True,
        "surrender.dealer_natural_takes": "whole_wager",
        "insurance.even_money": False,
    },
    "md-players-edge-21": {
        **{"cards.decks": 6, "boxes.seats": 7, "split.hands_max": 4, **FREE_ACES},
        "double.times_max": 3,
    },
}


def faults(document: Document) -> list[str]:
    """What is wrong with the samples of a rulebook, resolved by this document."""
    try:
        rules = {name: resolve(document, sample(document.id, name)) for name in samples(document.id)}
    except NotAllowed as refused:
        return [
            f"{document.id}: a sample is not allowed: {each.key}: {each.message}" for each in refused.problems
        ]
    return [*departures(rules["default"]), *wrong_offers(document, rules["default"])]


def departures(rules: TableRules) -> Iterator[str]:
    for path, expected in {**EVERYWHERE, **EXPECTED[rules.rulebook]}.items():
        section, field = path.split(".")
        value = getattr(getattr(rules, section), field)
        if value != expected and str(value) != expected:
            yield f"{rules.rulebook}: {path} is {value}, not {expected}"


def wrong_offers(document: Document, rules: TableRules) -> Iterator[str]:
    """Every wager without meter, wheel or Switch is offered, with the first paytable for these decks."""
    expected = {}
    for wager in document.wagers.values():
        first = next((each for each in wager.paytables if each.allows_decks(rules.cards.decks)), None)
        if first is None or wager.needs or any(line.pays.kind == "meter" for line in first.table.lines):
            continue
        expected[wager.id] = first.table.id
    offered = {wager.id: wager.paytable.id for wager in rules.wagers}
    for name in expected.keys() | offered.keys():
        if expected.get(name) != offered.get(name):
            yield f"{document.id}: {name} is offered with {offered.get(name)}, not {expected.get(name)}"
