"""What a table can lose, for its director of game protection: text, HTML and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vingt.analysis.counting.attack import Attack, Taken
from vingt.analysis.counting.protection import (
    CLOSED,
    SHUFFLE_SECONDS,
    MainRisk,
    SideRisk,
    rounds_a_shoe,
    time_lost,
)
from vingt.analysis.counting.seen_card import SeenCards
from vingt.analysis.counting.shoes import CARDS_A_ROUND, CUTS
from vingt.analysis.tabulated.hands import name_of
from vingt.core.money import Cents, dollars
from vingt.report.counting.indices import tags_words
from vingt.report.counting.section import ReportSection, SectionTable
from vingt.report.drawing.bars import Bars
from vingt.report.words.figures import percent, points

INFORMS = "Counting by mind is lawful in Maryland: this report informs, it accuses nobody."
METHOD = (
    f"One box, {CARDS_A_ROUND} cards a round on average; the round in which the cut card comes is the last. "
    "Shoes are shuffled and dealt; before each round a side wager is valued exactly for the cards that are "
    "left. The main wager by a count: best play from the mean shoe of that count; by every card: effects of "
    "removal and what perfect play gains, held to shoes that were solved. Errors (±) are one standard error "
    "of the sample."
)


@dataclass(frozen=True)
class RuleChange:
    """A choice the rulebook leaves: what it does to honest revenue, and to what the count takes."""

    choice: str
    house_edge_by: float
    per_100: float


@dataclass(frozen=True)
class TableExposure:
    """All that was found about one table."""

    main: MainRisk | None
    changes: Sequence[RuleChange]
    sides: Sequence[SideRisk]
    seen: SeenCards | None
    per_hour: float
    unit: Cents
    spread: int

    def hourly(self, per_100: float) -> str:
        return dollars(Cents(round(per_100 / 100 * self.per_hour * self.unit)))


def protection_sections(found: TableExposure) -> list[ReportSection]:
    sections = []
    if found.main is not None:
        sections.append(main_section(found, found.main))
        if found.changes:
            sections.append(change_section(found))
    if found.sides:
        sections.append(side_section(found))
        sections += [closing_section(each) for each in found.sides if each.is_open]
    if found.seen is not None:
        sections.append(seen_section(found.seen))
    return sections


def main_section(found: TableExposure, main: MainRisk) -> ReportSection:
    rows = []
    for counted, perfect in zip(main.counted, main.perfect, strict=True):
        rounds = rounds_a_shoe(main.values.sample, counted.cut)
        rows.append(
            (
                percent(counted.cut, 0),
                f"{rounds:.1f}",
                "–" if counted.trigger is None else f"{counted.trigger:+d}",
                percent(counted.frequency, 1),
                plus_minus(counted),
                found.hourly(counted.per_100),
                plus_minus(perfect),
                found.hourly(perfect.per_100),
                percent(time_lost(rounds, found.per_hour), 1),
            )
        )
    heads = ["dealt", "rounds a shoe", "from count", "of rounds", "count takes per 100", "an hour"]
    heads += ["perfect takes per 100", "an hour", "time shuffling"]
    return ReportSection(
        "Main wager",
        [
            ("honest play", f"{percent(main.flat)} of the wager to the player from the full shoe"),
            ("the count", f"{main.system.name}: {tags_words(main.system, main.values.sample.full)}"),
            (
                "wagers",
                f"1 unit, {found.spread} when the shoe favours the player; a unit is {dollars(found.unit)}",
            ),
            ("line held to solved shoes", f"off by {main.off:+.5f} on average, {main.scatter:.5f} scatter"),
        ],
        [SectionTable(heads, rows)],
        (),
        [
            f"A shallower cut costs honest revenue too: shuffling takes {SHUFFLE_SECONDS} seconds, at "
            f"{found.per_hour:g} rounds an hour while the shoe is dealt."
        ],
    )


def change_section(found: TableExposure) -> ReportSection:
    rows = [
        (change.choice, points(change.house_edge_by), f"{change.per_100:+.3f}") for change in found.changes
    ]
    heads = ("choice", "house edge, points", "count takes per 100")
    return ReportSection(
        "Main wager: what other choices do",
        (),
        [SectionTable(heads, rows)],
        (),
        ["At the deepest cut, the same count and spread; every shoe's edge moved by that of the full one."],
    )


def side_section(found: TableExposure) -> ReportSection:
    rows = []
    for risk in found.sides:
        for counted, perfect in zip(risk.offered.counted, risk.offered.perfect, strict=True):
            rows.append(
                (
                    risk.offered.case.wager.id,
                    risk.offered.case.paytable.id,
                    percent(-risk.offered.removal.ev, 2),
                    percent(counted.cut, 0),
                    f"{counted.trigger:+d}" if counted.per_100 > 0 else "–",
                    percent(counted.frequency, 2) if counted.per_100 > 0 else "–",
                    percent(counted.edge, 2) if counted.per_100 > 0 else "–",
                    plus_minus(counted),
                    plus_minus(perfect),
                    found.hourly(perfect.per_100),
                    "line" if risk.offered.linear else "",
                )
            )
    heads = ["wager", "paytable", "house edge", "dealt", "from count", "of rounds", "edge then"]
    heads += ["count takes per 100", "perfect takes per 100", "perfect an hour", ""]
    worst = [(name_of_attack(each.offered), each.offered.counted[-1].per_100) for each in found.sides]
    return ReportSection(
        "Side wagers",
        (),
        [SectionTable(heads, rows)],
        [Bars("What the best count takes per 100 rounds, in units of the side wager", worst)],
        [
            "Wagered flat, one unit, only when the count says so; the best of whole tags up to level 3 and "
            "of the count of suits. line: reckoned from effects of removal."
        ],
    )


def closing_section(risk: SideRisk) -> ReportSection:
    offered = risk.offered
    count = offered.system_name
    if offered.system is not None:
        count += f": {tags_words(offered.system, offered.removal.shoe)}"
    facts = [("count", count)]
    cut = risk.closed_by_cut
    facts.append(("a cut closes it", f"at {percent(cut, 0)}" if cut is not None else "none of the three"))
    names = ", ".join(each.case.paytable.id for each in risk.closing)
    facts.append(("a paytable closes it", names or "none of the rulebook at these decks"))
    rows = [
        (
            each.case.paytable.id,
            percent(-each.removal.ev, 2),
            points(offered.removal.ev - each.removal.ev, 2),
            plus_minus(each.counted[-1]),
            plus_minus(each.perfect[-1]),
        )
        for each in (offered, *risk.others)
    ]
    heads = (
        "paytable",
        "house edge",
        "against offered, points",
        "count takes per 100",
        "perfect takes per 100",
    )
    return ReportSection(f"Open: {name_of_attack(offered)}", facts, [SectionTable(heads, rows)])


def seen_section(seen: SeenCards) -> ReportSection:
    rows = [
        (name_of(value), f"{seen.first_known[value]:+.4f}")
        for value in range(len(seen.first_known))
        if seen.by_first[value] > 0
    ]
    hole = "" if seen.hole_known is None else f"{percent(seen.hole_known, 2)} to the player, every round"
    return ReportSection(
        "A card that is seen",
        [
            ("nothing seen", f"{percent(seen.ev, 2)} to the player"),
            ("hole card known", hole),
            (
                "next card known",
                f"{percent(seen.first_wagered, 2)} a round, wagering in {percent(seen.first_share, 0)} of "
                "them: when the box's first card is one that favours it",
            ),
        ],
        [SectionTable(("first card", "expectation"), rows)],
        (),
        ["Exact, by the values of the cards; nothing insured, suits of bonus lines apart."],
    )


def plus_minus(taken: Taken) -> str:
    return f"{taken.per_100:+.3f} ±{taken.error:.3f}"


def name_of_attack(each: Attack) -> str:
    return f"{each.case.wager.name}, paytable {each.case.paytable.id}"


# -- JSON --------------------------------------------------------------------------------------------------


def exposure_json(found: TableExposure) -> dict[str, object]:
    figures: dict[str, object] = {
        "method": METHOD,
        "rounds_per_hour": found.per_hour,
        "unit": found.unit,
        "cuts": list(CUTS),
        "closed_below": CLOSED,
        "side_wagers": [side_json(each) for each in found.sides],
    }
    if found.main is not None:
        main = found.main
        figures["main"] = {
            "ev": main.flat,
            "system": main.system.name,
            "tags": main.system.by_rank,
            "spread": found.spread,
            "counted": [taken_json(each) for each in main.counted],
            "perfect": [taken_json(each) for each in main.perfect],
            "line_off": main.off,
            "line_scatter": main.scatter,
            "choices": [
                {"choice": each.choice, "house_edge_by": each.house_edge_by, "per_100": each.per_100}
                for each in found.changes
            ],
        }
    if found.seen is not None:
        seen = found.seen
        figures["seen_cards"] = {
            "ev": seen.ev,
            "hole_known": seen.hole_known,
            "first_known": {
                name_of(value): float(seen.first_known[value])
                for value in range(len(seen.first_known))
                if seen.by_first[value] > 0
            },
            "first_wagered": seen.first_wagered,
        }
    return figures


def side_json(risk: SideRisk) -> dict[str, object]:
    return {
        **attack_json(risk.offered),
        "open": risk.is_open,
        "closed_by_cut": risk.closed_by_cut,
        "closed_by_paytables": [each.case.paytable.id for each in risk.closing],
        "other_paytables": [attack_json(each) for each in risk.others],
    }


def attack_json(each: Attack) -> dict[str, object]:
    return {
        "wager": each.case.wager.id,
        "paytable": each.case.paytable.id,
        "decks": each.case.decks,
        "house_edge": -each.removal.ev,
        "system": each.system_name,
        "tags": None if each.system is None else each.system.by_rank,
        "counted": [taken_json(taken) for taken in each.counted],
        "perfect": [taken_json(taken) for taken in each.perfect],
        "linear": each.linear,
        "shoes": each.shoes,
    }


def taken_json(taken: Taken) -> dict[str, object]:
    return {
        "cut": taken.cut,
        "trigger_true_count": taken.trigger,
        "bets_frequency": taken.frequency,
        "average_edge": taken.edge,
        "units_per_100": taken.per_100,
        "standard_error": taken.error,
    }
