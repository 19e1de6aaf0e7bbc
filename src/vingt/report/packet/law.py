"""The sheets of a packet that say what is in force: rules, history, procedure, equipment, departures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from vingt.core.cite import Cite
from vingt.live.log.playability import not_played
from vingt.live.table.checklist import step_words
from vingt.report.drawing.printed_sheet import PrintedSheet, SheetPart, facts, table, text
from vingt.report.packet.inputs import PacketInputs, choices_of
from vingt.report.proposal import Proposal
from vingt.report.rules.layout import shown_at
from vingt.report.rules.values import RuleValue, sections_in_force
from vingt.report.words.choice_names import choice_name, section_name, value_name
from vingt.report.words.values import chosen_word, short
from vingt.rulebook import library

PROCEDURE = ("opening", "shoe", "deal", "conduct", "settlement", "irregularity")
ON_LAYOUT = ("layout",)
WHERE_OFFERED = ("payout", "progressive", "side-wager", "terminal", "handheld", "switch", "electronic")
AREAS = {  # of clauses, where their name alone says little
    "conduct": "conduct of dealer and players",
    "cut": "the cut",
    "deal": "dealing",
    "definition": "definitions",
    "draw": "drawing cards",
    "handheld": "hand-dealt blackjack",
    "irregularity": "irregularities",
    "opening": "opening the table",
    "payout": "payouts",
    "progressive": "progressive wagers",
    "shuffle": "shuffling",
    "side-wager": "side wagers",
    "switch": "Blackjack Switch",
    "wager": "wagering",
}
DRAWN_LAYOUT = "layout"


def rules_sheets(inputs: PacketInputs) -> Iterator[PrintedSheet]:
    at = inputs.proposal
    by_section = sections_in_force(at)
    yield history_sheet(inputs, at)
    yield words_sheet(at, by_section)
    yield PrintedSheet(
        "rules",
        "Rules of the game, every value",
        [
            text(
                "Every value in force at this table, with the clause of the rulebook that orders it and the "
                "reading where its text leaves a doubt. Procedure and layout have sheets of their own."
            ),
            *(
                section_part(at, name, values)
                for name, values in by_section.items()
                if name not in PROCEDURE and name not in ON_LAYOUT
            ),
        ],
    )
    yield PrintedSheet(
        "procedure",
        "Procedures",
        [
            text(
                "What the dealer and the floorperson do, in the order and under the clauses of the rulebook."
            ),
            *(section_part(at, name, by_section[name]) for name in PROCEDURE if by_section.get(name)),
        ],
    )
    yield layout_sheet(at)
    yield equipment_sheet(at)
    yield departures_sheet(at)
    yield readings_sheet(at, by_section)


def words_sheet(at: Proposal, by_section: dict[str, list[RuleValue]]) -> PrintedSheet:
    """Clause by clause; of the chapters about wagers and variants those that a value in force rests on."""
    in_force = {clause for values in by_section.values() for value in values for clause in value.cite.clauses}
    areas: dict[str, list[tuple[str, str]]] = {}
    for clause in at.document.inventory.clauses.values():
        if clause.area not in WHERE_OFFERED or clause.id in in_force:
            own = clause.id.removeprefix(f"{at.document.cites_as} ")
            areas.setdefault(clause.area, []).append((own, clause.statement))
    return PrintedSheet(
        "words",
        "Rules of the game, in words",
        [
            text(
                f"What {at.document.title} says, clause by clause, in words of our own: the regulator's text "
                "has the last word. Of side wagers and variants, the clauses that this table rests on."
            ),
            *(
                table((at.document.cites_as, "what it says"), rows, AREAS.get(area, area))
                for area, rows in areas.items()
            ),
        ],
    )


def section_part(at: Proposal, name: str, values: list[RuleValue]) -> SheetPart:
    prefix = at.document.cites_as
    again = Counter(value.name for value in values)
    seen: Counter[str] = Counter()
    rows = []
    for value in values:
        seen[value.name] += 1
        number = f" {seen[value.name]}" if again[value.name] > 1 else ""
        rows.append(
            (
                f"{name_of(name, value)}{number}",
                in_words(value),
                short(value.cite, prefix),
                {"submission": "the operator", "default": "default", "fixed": ""}[value.origin],
            )
        )
    heads = ("value", "in force", f"{prefix} and readings", "chosen by")
    if name.startswith("wagers."):
        wager = at.document.wagers[name.removeprefix("wagers.")]
        return table(heads, rows, title=f"Wager: {wager.name}")
    return table(heads, rows, title=section_name(name))


def name_of(section: str, value: RuleValue) -> str:
    if value.key and not value.key.startswith("wagers."):
        return choice_name(value.key)
    if section == "settles":
        hand, _, dealer = value.name.partition(".")
        return f"{hand} against {dealer}".replace("_", " ")
    return value.name.replace("_", " ")


def in_words(value: RuleValue) -> str:
    """A step of a procedure as a dealer is told it; else the value's own words."""
    is_step = isinstance(value.value, str) and value.value == value.text and value.value not in value.name
    said = value_name(value.key, value.text)
    if is_step and "_" in value.text and not value.key:
        said = step_words(value.text)
    return f"{said} [{value.carrier}]" if value.carrier else said


def history_sheet(inputs: PacketInputs, at: Proposal) -> PrintedSheet:
    rules, document = at.rules, at.document
    rulebook = rules.rulebook
    now = choices_of(inputs.submission)
    rows, before = [], None
    for each in inputs.history:
        rows.append(
            (each.date, each.title, each.identity[:16], each.digest[:16], changed(before, each.choices))
        )
        before = each.choices
    rows.append((inputs.date, rules.title, rules.identity[:16], "this packet", changed(before, now)))
    return PrintedSheet(
        "history",
        "Submission and version history",
        [
            facts(
                [
                    ("Game", document.title),
                    ("Table", rules.title),
                    ("Rulebook", f"{document.edition}; our edition {rules.address}"),
                    ("Rulebook digest", f"SHA-256 {library.digest_of(inputs.address)}"),
                    ("Rules identity", rules.identity),
                    ("Date of these rules", inputs.date),
                    ("Submission", inputs.submission.source),
                ]
            ),
            *(text(f"Not played by this version of vingt: {note}") for note in not_played(rules)),
            table(("date", "rules", "identity", "packet digest", "what changed"), rows, "Version history"),
            table(
                ("edition", "digest of its values"),
                (
                    (
                        f"{rulebook}@{edition}",
                        library.digest_of(f"{rulebook}@{edition}"),
                    )
                    for edition in library.editions(rulebook)
                ),
                "Editions of the rulebook as data",
            ),
            table(("choice", "as submitted"), now.items(), "The submission, every choice of it"),
        ],
    )


def changed(before: object, now: object) -> str:
    if not isinstance(before, dict) or not isinstance(now, dict):
        return "first version here"
    told = [
        f"{key}: {before.get(key, 'not chosen')} to {now.get(key, 'not chosen')}"
        for key in dict.fromkeys((*before, *now))
        if key != "title" and before.get(key) != now.get(key)
    ]
    return "; ".join(told) or "no choice"


def layout_sheet(at: Proposal) -> PrintedSheet:
    prefix = at.document.cites_as
    shown = [each for each in shown_at(at.rules) if each[0] != "equipment"]
    return PrintedSheet(
        "layout",
        "Layout",
        [
            text(
                "Drawn to scale. The rulebook orders inscriptions and areas but no measures: those on the "
                "drawing are of a usual table, and give way to those of the manufacturer's drawing."
            ),
            table(("where", "what must be shown", prefix), ((a, b, short(c, prefix)) for a, b, c in shown)),
        ],
        drawing=DRAWN_LAYOUT,
    )


def equipment_sheet(at: Proposal) -> PrintedSheet:
    rules, prefix = at.rules, at.document.cites_as
    rows: list[tuple[str, str, Cite]] = [
        ("cards", f"{rules.cards.decks} decks of {len(rules.cards.shoe) // rules.cards.decks} cards"
         + (f", without {', '.join(rules.cards.removed_ranks)}" if rules.cards.removed_ranks else ""),
         rules.cite("cards.decks", "cards.removed_ranks")),
        ("cover cards", f"at least {rules.cards.cover_cards_min}", rules.cite("cards.cover_cards_min")),
        ("shuffling", rules.shoe.shuffler, rules.cite("shoe.shuffler")),
        ("second card", rules.dealer.second_card.replace("_", " "), rules.cite("dealer.second_card")),
        *(("table", words, cite) for where, words, cite in shown_at(rules) if where == "equipment"),
    ]  # fmt: skip
    for wager in rules.wagers:
        rows += [(wager.name, f"needs a {need.replace('_', ' ')}", wager.cite) for need in wager.needs]
    return PrintedSheet(
        "equipment",
        "Equipment",
        [table(("for", "what", prefix), ((a, b, short(c, prefix)) for a, b, c in rows))],
    )


def departures_sheet(at: Proposal) -> PrintedSheet:
    """Where the operator chose otherwise than the reading's own answer, or than the printed words."""
    rows = []
    for leaf in at.document.every_leaf():
        if leaf.is_fixed or leaf.key is None or not at.says(leaf.key):
            continue
        word = at.word(leaf)
        chosen, usual = chosen_word(leaf, word), chosen_word(leaf, leaf.default)
        cite = leaf.cite_for(word)
        if not cite.readings or leaf.default == word or chosen == usual or usual == "none":
            continue
        rows.append(
            (
                leaf.key,
                usual,
                chosen,
                ", ".join(cite.readings),
                short(Cite(cite.clauses), at.document.cites_as),
            )
        )
    accepted = at.submission.raw.get("accept_readings", [])
    said = list(map(str, accepted)) if isinstance(accepted, list) else []
    readings = at.document.inventory.readings
    return PrintedSheet(
        "departures",
        "Departures by reading",
        [
            text(
                "A reading answers a doubt about the text. Listed is each choice that a reading leaves open "
                "and that was made otherwise than its default, and each reading that was accepted against "
                "the printed words."
            ),
            table(("choice", "the reading's default", "chosen here", "reading", at.document.cites_as), rows)
            if rows
            else text("No choice departs from the default of its reading."),
            table(
                ("accepted", "question", "answer"),
                (
                    (each, readings[each].question, readings[each].default)
                    for each in said
                    if each in readings
                ),
            )
            if said
            else text("No reading is accepted against the printed words."),
        ],
    )


def readings_sheet(at: Proposal, by_section: dict[str, list[RuleValue]]) -> PrintedSheet:
    cite = Cite()
    for values in by_section.values():
        for value in values:
            cite += value.cite
    readings = at.document.inventory.readings
    return PrintedSheet(
        "readings",
        "Readings in force",
        [
            table(
                ("reading", "question", "answer taken", "why"),
                (
                    (each.id, each.question, each.default, each.reason)
                    for each in (readings[name] for name in sorted(cite.readings, key=by_number))
                ),
            )
        ],
    )


def by_number(reading: str) -> tuple[str, int]:
    letter, _, number = reading.partition("-")
    return letter, int(number)
