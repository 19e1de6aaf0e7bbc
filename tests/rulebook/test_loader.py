"""The loader takes nothing on trust: each minimal fault in a real document is refused with its path."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vingt.core.rules.document import parse_document
from vingt.core.rules.leaf import KEYS, DocumentError
from vingt.core.rules.wager_document import METER_KEYS, PAYTABLE_KEYS, WAGER_KEYS
from vingt.rulebook import library
from vingt.rulebook.library import RULEBOOKS, inventory, load, rulebook_text

Raw = dict[str, Any]
Edit = Callable[[Raw], object]


def edited(edit: Edit, rulebook: str = "md-pontoon-21") -> Raw:
    raw = tomllib.loads(rulebook_text(rulebook))
    edit(raw)
    return raw


def line(raw: Raw) -> Raw:
    first: Raw = raw["wager"]["bonus-spin"]["paytable"]["A"]["lines"][1]
    return first


def row(raw: Raw, hand: str, dealer: str) -> Raw:
    return next(each for each in raw["settles"] if (each["hand"], each["dealer"]) == (hand, dealer))


REFUSED: dict[str, tuple[Edit, str]] = {
    "an uncited value": (
        lambda raw: raw["double"]["cards_min"].pop("cite"),
        r"double\.cards_min: uncited value",
    ),
    "an uncited bonus line": (
        lambda raw: raw["bonus"]["lines"][6].pop("cite"),
        r"bonus\.lines\[6\]: uncited value",
    ),
    "an uncited paytable line": (
        lambda raw: line(raw).pop("cite"),
        r"wager\.bonus-spin\.paytable\.A\.lines\[1\]: uncited value",
    ),
    "an uncited paytable": (
        lambda raw: raw["wager"]["bonus-spin"]["paytable"]["A"].pop("cite"),
        r"wager\.bonus-spin\.paytable\.A: uncited value",
    ),
    "an uncited stake": (
        lambda raw: raw["wager"]["bonus-spin"]["stake"].pop("cite"),
        r"wager\.bonus-spin\.stake: uncited value",
    ),
    "an uncited meter": (
        lambda raw: raw["wager"]["bonus-spin"]["meter"][0].pop("cite"),
        r"wager\.bonus-spin\.meter\[0\]: uncited value",
    ),
    "an empty cite": (
        lambda raw: raw["double"]["cards_min"].update(cite=[]),
        r"double\.cards_min: an empty cite",
    ),
    "a clause that does not exist": (
        lambda raw: raw["double"]["cards_min"].update(cite="10.Z"),
        r"double\.cards_min: no clause MD-P21 10\.Z",
    ),
    "a clause of another rulebook": (
        lambda raw: raw["double"]["cards_min"].update(cite="9(a)#1"),
        r"double\.cards_min: no clause MD-P21 9\(a\)#1",
    ),
    "a reading that does not exist": (
        lambda raw: raw["double"]["cards_min"].update(cite="I-999"),
        r"double\.cards_min: no reading I-999",
    ),
    "a paytable line whose clause does not exist": (
        lambda raw: line(raw).update(cite="12.D(1)(z)"),
        r"wager\.bonus-spin\.paytable\.A\.lines\[1\]: no clause MD-P21 12\.D\(1\)\(z\)",
    ),
    "a choice's own clause that does not exist": (
        lambda raw: raw["settlement"]["procedure"]["cites"].update(one_pass="7.Z"),
        r"settlement\.procedure: no clause MD-P21 7\.Z",
    ),
    "an unknown section": (lambda raw: raw.update(doubling={}), r"unknown section 'doubling'"),
    "an unknown field": (
        lambda raw: raw["double"].update(tripled={"value": True, "cite": "10.A"}),
        r"double\.tripled: unknown key",
    ),
    "an unknown key of a value": (
        lambda raw: raw["double"]["cards_min"].update(valeu=2),
        r"double\.cards_min: unknown key 'valeu'",
    ),
    "an unknown key of a bonus line": (
        lambda raw: raw["bonus"]["lines"][6].update(card=5),
        r"bonus\.lines\[6\]\.card: unknown key",
    ),
    "an unknown key of a wager": (
        lambda raw: raw["wager"]["bonus-spin"].update(stakes={}),
        r"wager\.bonus-spin\.stakes: unknown key",
    ),
    "an unknown key of a paytable": (
        lambda raw: raw["wager"]["bonus-spin"]["paytable"]["A"].update(deck=[6]),
        r"wager\.bonus-spin\.paytable\.A\.deck: unknown key",
    ),
    "an unknown key of a paytable line": (
        lambda raw: line(raw).update(odds="3 to 1"),
        r"wager\.bonus-spin\.paytable\.A\.lines\[1\]\.odds: unknown key",
    ),
    "an unknown key of the head": (
        lambda raw: raw["document"].update(year="2024"),
        r"document: unknown key 'year'",
    ),
    "text where a number belongs": (
        lambda raw: raw["double"]["cards_min"].update(value="two"),
        r'double\.cards_min: expected a whole number, not "two"',
    ),
    "a number where true or false belongs": (
        lambda raw: raw["boxes"]["adjacent_only"].update(value=1),
        r"boxes\.adjacent_only: expected true or false, not 1",
    ),
    "a word the field does not know": (
        lambda raw: raw["dealer"]["soft17"].update(value="S18"),
        r'dealer\.soft17: expected "H17" or "S17", not "S18"',
    ),
    "a rank that is no rank": (
        lambda raw: raw["insurance"]["up_cards"].update(value=["1"]),
        r'insurance\.up_cards: expected .*, not "1"',
    ),
    "one value where a list belongs": (
        lambda raw: raw["insurance"]["up_cards"].update(value="A"),
        r'insurance\.up_cards: expected a list, not "A"',
    ),
    "a plain value without its braces": (
        lambda raw: raw["double"].update(cards_min=2),
        r"double\.cards_min: a value is written",
    ),
    "tenths of a cent": (
        lambda raw: raw["super_bonus"]["tiers"][0].update(wager_min="5.001"),
        r"super_bonus\.tiers\[0\]\.wager_min: 5\.001 is not a whole number of cents",
    ),
    "a value both fixed and open": (
        lambda raw: raw["double"]["cards_min"].update(one_of=[2, 3]),
        r"double\.cards_min: fixed and open at once",
    ),
    "a value neither fixed nor open": (
        lambda raw: raw["double"]["cards_min"].pop("value"),
        r"double\.cards_min: neither a value nor a choice",
    ),
    "a choice without a key": (
        lambda raw: raw["cards"]["decks"].pop("key"),
        r"cards\.decks: a choice needs the key",
    ),
    "a default that is not permitted": (
        lambda raw: raw["cards"]["decks"].update(default=7),
        r"cards\.decks: its own default is not permitted: expected 6 or 8, not 7",
    ),
    "a missing field": (lambda raw: raw["double"].pop("cards_min"), r"double\.cards_min: missing"),
    "a missing field of a bonus line": (
        lambda raw: raw["bonus"]["lines"][6].pop("pays"),
        r"bonus\.lines\[6\]\.pays: missing",
    ),
    "a missing part of a wager": (
        lambda raw: raw["wager"]["bonus-spin"].pop("stake"),
        r"wager\.bonus-spin\.stake: missing",
    ),
    "a missing section": (lambda raw: raw.pop("double"), r"section 'double' is missing"),
    "a missing part of the head": (lambda raw: raw["document"].pop("edition"), r"document\.edition: missing"),
    "a paytable without lines": (
        lambda raw: raw["wager"]["bonus-spin"]["paytable"]["A"].update(lines=[]),
        r"wager\.bonus-spin\.paytable\.A: a paytable without lines",
    ),
    "odds that are no odds": (
        lambda raw: raw["pays"]["win"].update(value="even"),
        r"pays\.win: 'even' is not a payment",
    ),
    "a paytable line whose odds are no odds": (
        lambda raw: line(raw).update(pays="5-1"),
        r"wager\.bonus-spin\.paytable\.A\.lines\[1\]: '5-1' is not a payment",
    ),
    "a share of no meter": (
        lambda raw: line(raw).update(pays="10% of meter"),
        r"wager\.bonus-spin\.paytable\.A\.lines\[1\]: '10% of meter' does not say which meter",
    ),
    "a key that chooses two values": (
        lambda raw: raw["boxes"]["seats"].update(key="decks"),
        r"boxes\.seats: key 'decks' already chooses cards\.decks",
    ),
    "a key of a wager's option that chooses two values": (
        lambda raw: raw["wager"]["bonus-spin"]["option"]["pays_at"].update(key="decks"),
        r"wager\.bonus-spin\.option\.pays_at: key 'decks' already chooses cards\.decks",
    ),
    "a need nobody knows": (
        lambda raw: raw["wager"]["bonus-spin"].update(needs=["luck"]),
        r"wager\.bonus-spin\.needs: unknown need 'luck'",
    ),
    "an insurance that does not say when it is placed": (
        lambda raw: raw["wager"]["insurance"].pop("placed"),
        r"wager\.insurance\.placed: missing",
    ),
    "another wager that the round would ask for": (
        lambda raw: raw["wager"]["bonus-spin"].update(placed={"value": "when_asked", "cite": "6.D"}),
        r"wager\.bonus-spin\.placed: the round asks for insurance and for nothing else",
    ),
    "a wager with a name that payments of the round have": (
        lambda raw: raw["wager"].update(envy=raw["wager"]["bonus-spin"]),
        r"wager\.envy: envy is a word of the round's own",
    ),
    "a row that is missing": (
        lambda raw: raw["settles"].remove(row(raw, "21", "natural")),
        r"settles: no row says what a hand of 21 gets when the dealer has natural; add \[\[settles\]\] "
        r'hand = "21", dealer = "natural", pays = …, cite = …',
    ),
    "rows that settle no bust": (
        lambda raw: raw["settles"].remove(row(raw, "21_or_less", "over_21")),
        r"settles: no row says what a hand of split two card 21 gets when the dealer has 22; add .*"
        r'hand = "split_two_card_21", dealer = "22"',
    ),
    "no rows": (lambda raw: raw.pop("settles"), r"settles: no row says what a hand of natural gets"),
    "a row that is never asked": (
        lambda raw: raw["settles"].append({"hand": "21", "dealer": "22", "pays": "push", "cite": "7.P"}),
        r"settles\[13\]: 21 against 22 is never asked, for settles\[8\] \(21_or_less against over_21\) takes "
        r"it in before; put it above that row, or leave it out",
    ),
    "rows in the wrong order": (
        lambda raw: raw["settles"].insert(0, raw["settles"].pop(2)),
        r"settles\[1\]: natural against natural is never asked, for settles\[0\] \(natural against any\)",
    ),
    "an uncited row": (lambda raw: raw["settles"][3].pop("cite"), r"settles\[3\]: uncited value"),
    "a row without a payment": (lambda raw: raw["settles"][3].pop("pays"), r"settles\[3\]\.pays: missing"),
    "an unknown key of a row": (
        lambda raw: raw["settles"][3].update(note=1),
        r"settles\[3\]\.note: unknown key",
    ),
    "a hand that is none": (
        lambda raw: raw["settles"][3].update(hand="20"),
        r'settles\[3\]: expected "natural", .* or "21_or_less", not "20"',
    ),
    "a payment that is none": (
        lambda raw: raw["settles"][3].update(pays="tie"),
        r'settles\[3\]: expected "win", "natural", "push" or "lose", not "tie"; or ',
    ),
    "odds that keep the stake": (
        lambda raw: raw["settles"][3].update(pays="3 for 1"),
        r"settles\[3\]\.pays: expected win, natural, push, lose or odds like 1 to 1, not 3 for 1",
    ),
    "a hand over 21 that does not lose": (
        lambda raw: row(raw, "over_21", "any").update(pays="push"),
        r"settles\[12\]\.pays: a hand over 21 is lost at once",
    ),
    "a row for a way of dealing that the rulebook does not have": (
        lambda raw: raw["settles"][3].update(variant="switch"),
        r'settles\[3\]\.variant: expected "standard", not "switch"',
    ),
    "a requirement about no key": (
        lambda raw: raw.update(requires=[{"when": {"deck": 6}, "key": "seats", "min": 2, "cite": "2.A"}]),
        r"requires: no key 'deck'",
    ),
}


@pytest.mark.parametrize(("edit", "message"), REFUSED.values(), ids=REFUSED)
def test_a_document_is_refused_for(edit: Edit, message: str) -> None:
    with pytest.raises(DocumentError, match=rf"^{message}"):
        parse_document(edited(edit), inventory("md-pontoon-21"))


@pytest.mark.parametrize(
    ("written", "instead", "at"),
    [
        (
            'hand = "natural"\ndealer = "21"',
            'hand = "natural"\ndealer = "any"',
            '[[settles]]\nhand = "natural"\ndealer = "any"\npays = "natural"\ncite = ["1.B(1)"',
        ),
        (
            'hand = "21"\ndealer = "21"',
            'hand = "21"\ndealer = "20"',
            '[[settles]]\nhand = "21"\ndealer = "20"',
        ),
        ('dealer = "21"\npays = "win"', 'dealer = "21"\npays = "3 for 1"', 'pays = "3 for 1"'),
        ('hand = "over_21"', 'hand = "21"', "[[settles]]"),
    ],
)
def test_a_wrong_row_is_refused_with_its_file_and_line(
    written: str, instead: str, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = rulebook_text("md-pontoon-21").replace(written, instead)
    assert text != rulebook_text("md-pontoon-21")
    line = text[: text.index(at)].count("\n") + 1
    monkeypatch.setattr(library, "rulebook_text", lambda _: text)
    with pytest.raises(DocumentError, match=rf"^md-pontoon-21@2, rulebook.toml, line {line}: settles"):
        library.load.__wrapped__("md-pontoon-21")


def test_a_duplicate_key_is_refused_by_line() -> None:
    text = rulebook_text("md-pontoon-21").replace(
        "[boxes]\n", '[boxes]\nseats = { value = 8, cite = "2.A" }\n'
    )
    with pytest.raises(tomllib.TOMLDecodeError, match=r"\(at line \d+, column \d+\)"):
        tomllib.loads(text)


def test_a_heading_is_a_cite_and_speaks_through_what_stands_below_it() -> None:
    assert "MD-P21 12.C" not in inventory("md-pontoon-21").clauses
    below = [clause.id for clause in inventory("md-pontoon-21").under("MD-P21 12.C")]
    assert below == [f"MD-P21 12.C({number})" for number in (1, 2, 3, 4)]
    raw = edited(lambda raw: raw["double"]["cards_min"].update(cite="12.C"))
    document = parse_document(raw, inventory("md-pontoon-21"))
    assert document.leaves["double.cards_min"].cite.clauses == ("MD-P21 12.C",)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_rulebook_loads_and_keeps_its_id(rulebook: str) -> None:
    document = load(rulebook)
    assert document.id == rulebook
    assert document.cites_as == document.inventory.prefix


def test_the_page_on_rulebooks_names_every_key_of_a_document() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rulebook.md").read_text("utf-8")
    known = KEYS | WAGER_KEYS | PAYTABLE_KEYS | METER_KEYS
    assert {each for each in known if f"`{each}`" not in page} == set()
